import { Trans } from '@lingui/react/macro'

/** The words on a button that leads to an approval. */
export function GoWords({ service }: { service: string | undefined }) {
  return service ? <Trans>Open {service}</Trans> : <Trans>Go to your bank</Trans>
}
