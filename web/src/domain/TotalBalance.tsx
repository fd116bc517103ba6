import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../i18n/format'
import { HeroMoney } from '../ui/Money'
import { BalanceChange } from './BalanceChange'
import { isZeroDecimal } from './decimal'
import { balancesQuery } from './queries'

/** The total value of all balances in the main currency, and its change within a day by prices. Hidden if unknown. */
export function TotalBalance() {
  const { i18n } = useLingui()
  const { data } = useQuery(balancesQuery)
  if (!data?.total || data.data.length === 0) return null
  const { total, day_change: moved } = data
  const text = moved ? moneyText({ ...total, amount: moved.amount }, i18n.locale) : ''
  const sum = `${moved?.amount.startsWith('-') ? '' : '+'}${text} · `
  const change = moved && !isZeroDecimal(moved.amount) ? <BalanceChange percent={moved.percent} sum={sum} /> : null
  return (
    <div className="px-1 pb-6">
      <p className="text-[13px] text-muted">
        <Trans>Total balance</Trans>
      </p>
      <HeroMoney {...total} />
      {change ? (
        <p className="mt-1 text-[14px] text-muted">
          <Trans>{change} in 24 hours</Trans>
        </p>
      ) : null}
    </div>
  )
}
