import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../i18n/format'
import type { components } from '../api/schema.gen'
import { Facts } from './Facts'
import { rateText } from './feeRates'
import { Go } from './Go'

type Money = components['schemas']['Money']

/** Which payout's network fee is raised, from which rate to which, and what the platform pays for it. */
export function FeeToRaise({ action }: { action: Record<string, unknown> }) {
  const { t, i18n } = useLingui()
  const movement = String(action.movement)
  const money = (amount: unknown) => moneyText(amount as Money, i18n.locale)
  const rate = (of: unknown) => `${rateText(Number(of), i18n.locale)}\u00a0sat/vB`
  const facts = [
    {
      name: t`Transaction`,
      value: (
        <Go to={`/movements/${movement}`} className="font-mono text-[13px] break-all text-brand">
          {movement}
        </Go>
      ),
    },
    { name: t`Present fee`, value: `${money(action.fee)} (${rate(action.rate)})` },
    { name: t`New fee`, value: `${money(action.new_fee)} (${rate(action.new_rate)})` },
    { name: t`Costs more`, value: <span className="font-semibold">{money(action.cost)}</span> },
    action.worth ? { name: t`Worth`, value: money(action.worth) } : undefined,
    { name: t`Replaces`, value: <span className="font-mono text-[13px] break-all">{String(action.txid)}</span> },
  ].filter((fact) => fact !== undefined)
  return <Facts facts={facts} />
}
