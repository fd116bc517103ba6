import { Trans } from '@lingui/react/macro'

// Here and not in the routes, whose texts are in the catalogue of the first page.

export function FactorTitle() {
  return <Trans>Two-factor authentication</Trans>
}

export function SetUpTitle() {
  return <Trans>Set up an authenticator app</Trans>
}
