import { Trans } from '@lingui/react/macro'

/** Prices that could not be refreshed since `asOf`. */
export function StaleBadge({ asOf }: { asOf: string }) {
  return (
    <p className="rounded-full bg-wait-soft px-2.5 py-0.5 text-[13px] text-wait">
      <Trans>Prices of {asOf}</Trans>
    </p>
  )
}
