import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/Badge'
import { CopyButton } from '../../../ui/CopyButton'
import { HeroMoney } from '../../../ui/Money'
import type { Movement } from '../../api/queries'
import { Card } from '../../parts/Card'
import { Go } from '../../parts/Go'
import { useDisplayType } from '../../parts/movementWords'
import { PageTitle } from '../../parts/PageHead'
import { usePaywayName } from '../../parts/paywayNames'
import { useHeadlineWords, useTransactionStatus } from '../../parts/transactionWords'
import { isExecuted } from './isExecuted'
import { MovementFacts } from './MovementFacts'
import { Waits } from './Waits'

/** The heading of a movement: reference, status and type. */
export function MovementHead({ movement }: { movement: Movement }) {
  const { t } = useLingui()
  const status = useTransactionStatus()(movement.status, movement)
  const display = useDisplayType()
  return (
    <PageTitle title={<span className="font-mono">{movement.reference}</span>}>
      <CopyButton text={movement.reference} label={t`Copy the reference`} />
      <Badge tone={status.tone}>{status.words}</Badge>
      <span className="text-muted">{display(movement.display_type)}</span>
    </PageTitle>
  )
}

/** The order at a glance: amounts, outcome, why it waits, facts and customer. */
export function SummaryCard({ movement }: { movement: Movement }) {
  const became = useHeadlineWords()
  const isDone = isExecuted(movement)
  return (
    <Card>
      <div className="grid gap-4">
        <div className="grid gap-x-6 gap-y-3 desk:grid-cols-2">
          <Side name={isDone ? <Trans>Given</Trans> : <Trans>To give, as ordered</Trans>} side={movement.from} />
          <Side name={isDone ? <Trans>Received</Trans> : <Trans>To receive, as ordered</Trans>} side={movement.to} />
        </div>
        <p className="font-[580]">{became(movement.headline)}</p>
        <Waits movement={movement} />
        <MovementFacts movement={movement} />
        <Related movement={movement} />
      </div>
    </Card>
  )
}

/** One end of the order: its amount and payway. */
function Side({ name, side }: { name: ReactNode; side: Movement['from'] }) {
  const payway = usePaywayName()
  return (
    <div className="min-w-0">
      <p className="text-[13px] text-muted">
        {name} · {payway(side.payway)}
      </p>
      <HeroMoney amount={side.amount} currency={side.currency} size="m" />
    </div>
  )
}

/** The customer, and the parent order. */
function Related({ movement: { customer, parent } }: { movement: Movement }) {
  if (!customer && !parent) return null
  return (
    <p className="-mb-2 flex flex-wrap gap-x-4 border-t border-line pt-1">
      {customer ? (
        <Go
          to={`/customers/${customer.id}`}
          className="inline-flex min-h-11 items-center font-[580] break-all text-brand underline-offset-2 hover:underline"
        >
          {customer.name ? `${customer.name}, ${customer.email}` : customer.email}
        </Go>
      ) : null}
      {parent ? (
        <Go
          to={`/movements/${parent}`}
          className="inline-flex min-h-11 items-center font-[580] text-brand underline-offset-2 hover:underline"
        >
          <Trans>The order that this payment was for</Trans>
        </Go>
      ) : null}
    </p>
  )
}
