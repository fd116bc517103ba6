import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import { Card } from '../../../ui/Card'
import { CopyButton } from '../../../ui/CopyButton'
import type { Movement } from '../../api/queries'
import { Facts } from '../../parts/Facts'
import { Go } from '../../parts/Go'
import { useActionReason, useDisplayType } from '../../parts/movementWords'
import { ReviewWords } from '../../parts/ReviewWords'
import { useHeadlineWords, useTransactionStatus } from '../../parts/transactionWords'
import { whenText } from '../../parts/when'

/** The head of a movement: type, outcome, customer, and the party that must act. */
export function MovementHead({ movement }: { movement: Movement }) {
  const { t, i18n } = useLingui()
  const status = useTransactionStatus()
  const display = useDisplayType()
  const became = useHeadlineWords()
  const money = (amount: Parameters<typeof moneyText>[0]) => moneyText(amount, i18n.locale)
  const facts = [
    { name: t`ID`, value: <span className="font-mono text-[13px] break-all">{movement.id}</span> },
    { name: t`Type`, value: <span className="font-mono text-[13px]">{movement.type}</span> },
    { name: t`Given`, value: `${money(movement.from)}, ${movement.from.payway}` },
    { name: t`Received`, value: `${money(movement.to)}, ${movement.to.payway}` },
    { name: t`Paid`, value: movement.paid ? money(movement.paid) : t`Nothing` },
    ...(movement.held ? [{ name: t`Held by us`, value: money(movement.held) }] : []),
    ...(movement.refunded ? [{ name: t`Returned`, value: money(movement.refunded) }] : []),
    { name: t`Created`, value: whenText(movement.created_at, i18n.locale) },
    { name: t`Last change`, value: whenText(movement.updated_at, i18n.locale) },
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-mono">{movement.reference}</h1>
        <CopyButton text={movement.reference} label={t`Copy the reference`} />
        <Badge tone={status(movement.status).tone}>{status(movement.status).words}</Badge>
        <span className="text-muted">{display(movement.display_type)}</span>
      </div>
      <Card title={became(movement.headline)}>
        <Waits movement={movement} />
        <Facts facts={facts} />
        <Related movement={movement} />
      </Card>
    </>
  )
}

/** The customer, and the parent order. */
function Related({ movement: { customer, parent } }: { movement: Movement }) {
  if (!customer && !parent) return null
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 border-t border-line pt-3">
      {customer ? (
        <Go to={`/customers/${customer.id}`} className="py-2 break-all text-brand underline-offset-2 hover:underline">
          {customer.name ? `${customer.name}, ${customer.email}` : customer.email}
        </Go>
      ) : null}
      {parent ? (
        <Go to={`/movements/${parent}`} className="py-2 text-brand underline-offset-2 hover:underline">
          <Trans>The order that this payment was for</Trans>
        </Go>
      ) : null}
    </p>
  )
}

/** Why the movement waits, since when, and the deadline. */
function Waits({ movement }: { movement: Movement }) {
  const { i18n } = useLingui()
  const action = useActionReason()
  const { waits, failure } = movement
  if (!waits && !failure) return null
  return (
    <div className="mb-4 grid gap-1 rounded-m bg-sunken p-3">
      {movement.action ? <p>{action(movement.action)}</p> : null}
      <ReviewWords line={movement} />
      {failure ? <p className="font-mono text-[13px] wrap-anywhere">{`${failure.code}: ${failure.message}`}</p> : null}
      {waits ? (
        <p className="text-[13px] text-muted">
          <Trans>
            Waiting since {whenText(waits.since, i18n.locale)}, until {whenText(waits.until, i18n.locale)}
          </Trans>{' '}
          {waits.is_overdue ? (
            <Badge tone="bad">
              <Trans>Overdue</Trans>
            </Badge>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
