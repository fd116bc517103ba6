import { Trans, useLingui } from '@lingui/react/macro'
import { isZeroDecimal } from '../../../domain/decimal'
import { moneyText } from '../../../domain/money'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'

type NotEnoughProps = {
  available: string
  /** The minimum amount, if the balance is below it. */
  least: string | undefined
  currency: string
  onDeposit: () => void
}

/** The balance is too low: shows the available amount and the options. */
export default function NotEnough({ available, least, currency, onDeposit }: NotEnoughProps) {
  const { i18n } = useLingui()
  const money = (amount: string) => moneyText({ amount, currency }, i18n.locale)
  const there = money(available)
  const minimum = least ? money(least) : ''
  return (
    <Notice
      tone="wait"
      action={
        <Button variant="text" className="-ml-2 justify-self-start" onClick={onDeposit}>
          <Trans>Add {currency} to your balance</Trans>
        </Button>
      }
    >
      {isZeroDecimal(available) ? (
        <Trans>There is nothing to use on your {currency} balance yet.</Trans>
      ) : minimum ? (
        <Trans>
          You have {there}. The minimum here is {minimum}.
        </Trans>
      ) : (
        <Trans>You have {there}. Enter less, or add money first.</Trans>
      )}
    </Notice>
  )
}
