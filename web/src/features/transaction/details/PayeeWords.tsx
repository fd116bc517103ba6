import { Trans } from '@lingui/react/macro'
import type { PayeeInfo } from '../../../api/exchangeTypes'

/** The result of the payee check when the order was created, and the customer's choice. */
export function PayeeWords({ payee }: { payee: PayeeInfo }) {
  const { choice, result, suggested_name, asked_name } = payee
  if (choice === 'matched') return <Trans>Confirmed by the bank</Trans>
  if (choice === 'suggested') return <Trans>The bank’s spelling; you wrote {asked_name}</Trans>
  if (result === 'close_match') return <Trans>Not confirmed; the bank suggested {suggested_name}</Trans>
  return <Trans>Could not be checked; you confirmed it yourself</Trans>
}
