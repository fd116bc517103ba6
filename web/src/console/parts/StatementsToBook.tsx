import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../i18n/format'
import { Facts } from './Facts'

type Money = { amount: string; currency: string }
type Statement = {
  account: string
  number: string
  entries: number
  payments: number
  settled: number
  returned: number
  others: number
  money_in: Money
  money_out: Money
  opening?: Money
  closing?: Money
}

/** What an uploaded file of bank statements books: counts, sums and balances of each statement. */
export function StatementsToBook({ action }: { action: Record<string, unknown> }) {
  const statements = (action.statements ?? []) as Statement[]
  return (
    <div className="grid gap-3">
      {statements.map((one) => (
        <div key={`${one.account}|${one.number}`} className="border-t border-line pt-3 first:border-t-0 first:pt-0">
          <OneStatement one={one} />
        </div>
      ))}
    </div>
  )
}

function OneStatement({ one }: { one: Statement }) {
  const { t, i18n } = useLingui()
  const money = (amount: Money) => <span className="tabular-nums">{moneyText(amount, i18n.locale)}</span>
  const facts = [
    { name: t`Statement`, value: one.number },
    { name: t`Account`, value: <span className="font-mono text-[13px]">{one.account}</span> },
    { name: t`New entries`, value: String(one.entries) },
    { name: t`Comes in`, value: money(one.money_in) },
    { name: t`Goes out`, value: money(one.money_out) },
    { name: t`Payments of customers`, value: String(one.payments) },
    one.settled > 0 ? { name: t`Own payments made`, value: String(one.settled) } : undefined,
    one.returned > 0 ? { name: t`Own payments returned`, value: String(one.returned) } : undefined,
    { name: t`Match nothing`, value: String(one.others) },
    one.opening ? { name: t`Opening balance`, value: money(one.opening) } : undefined,
    one.closing ? { name: t`Closing balance`, value: money(one.closing) } : undefined,
  ].filter((fact) => fact !== undefined)
  return <Facts facts={facts} />
}
