import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import type { Movement } from '../../api/queries'
import { Facts } from '../../parts/Facts'
import { whenText } from '../../parts/when'

/** The facts of a movement: amounts as ordered, paid and held, and its times. */
export function MovementFacts({ movement }: { movement: Movement }) {
  const { t, i18n } = useLingui()
  const money = (amount: Parameters<typeof moneyText>[0]) => moneyText(amount, i18n.locale)
  const facts = [
    { name: t`Paid`, value: movement.paid ? money(movement.paid) : t`Nothing` },
    ...(movement.held ? [{ name: t`Held by us`, value: money(movement.held) }] : []),
    ...(movement.refunded ? [{ name: t`Returned`, value: money(movement.refunded) }] : []),
    { name: t`Created`, value: whenText(movement.created_at, i18n.locale) },
    { name: t`Last change`, value: whenText(movement.updated_at, i18n.locale) },
    { name: t`Type`, value: <span className="font-mono text-[13px]">{movement.type}</span> },
    { name: t`ID`, value: <span className="font-mono text-[12px] break-all">{movement.id}</span> },
  ]
  return <Facts facts={facts} isWide />
}
