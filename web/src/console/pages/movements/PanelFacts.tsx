import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import type { MovementLine } from '../../api/queries'
import { Facts } from '../../parts/Facts'
import { Go } from '../../parts/Go'
import { usePaywayName } from '../../parts/paywayNames'
import { useHeadlineWords } from '../../parts/transactionWords'
import { whenText } from '../../parts/when'

/** The facts of a transaction that a list knows. */
export function PanelFacts({ line }: { line: MovementLine }) {
  const { t, i18n } = useLingui()
  const became = useHeadlineWords()
  const payway = usePaywayName()
  const money = (amount: Parameters<typeof moneyText>[0]) => (
    <span className="font-[580] tabular-nums">{moneyText(amount, i18n.locale)}</span>
  )
  const { customer } = line
  const facts = [
    ...(customer
      ? [
          {
            name: t`Customer`,
            value: (
              <Go to={`/customers/${customer.id}`} className="font-[580] text-brand hover:underline">
                {customer.name ?? customer.email}
              </Go>
            ),
          },
        ]
      : []),
    {
      name: t`In`,
      value: (
        <>
          {payway(line.from.payway)}, {money(line.from)}
        </>
      ),
    },
    {
      name: t`Out`,
      value: (
        <>
          {payway(line.to.payway)}, {money(line.to)}
        </>
      ),
    },
    { name: t`Result`, value: became(line.headline) },
    ...(line.paid ? [{ name: t`Paid`, value: money(line.paid) }] : []),
    ...(line.held ? [{ name: t`Held by us`, value: money(line.held) }] : []),
    ...(line.refunded ? [{ name: t`Returned`, value: money(line.refunded) }] : []),
    { name: t`Created`, value: whenText(line.created_at, i18n.locale) },
    { name: t`Last change`, value: whenText(line.updated_at, i18n.locale) },
  ]
  return (
    <div className="border-y border-line py-3">
      <Facts facts={facts} />
    </div>
  )
}
