import { Trans, useLingui } from '@lingui/react/macro'
import type { Quote } from '../../../api/exchangeTypes'
import { leftAfter } from '../../../domain/limits'
import { moneyText } from '../../../domain/money'
import { Breakable } from '../../../ui/Breakable'
import { Plain } from './Plain'

/** The rest of the daily and monthly limits after the order. Empty if no limit applies. */
export function LimitsLeft({ quote }: { quote: Quote }) {
  const { i18n } = useLingui()
  return leftAfter(quote.limits_after ?? []).map(({ period, left, limit, currency }, index) => {
    const money = (amount: string) => <Breakable text={moneyText({ amount, currency }, i18n.locale)} />
    return (
      <Plain
        key={period}
        apart={index === 0}
        label={
          period === 'day' ? <Trans>Daily limit left after this</Trans> : <Trans>Monthly limit left after this</Trans>
        }
      >
        <Trans>
          {money(left)} of {money(limit)}
        </Trans>
      </Plain>
    )
  })
}
