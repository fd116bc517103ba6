import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { randomId } from '../../api/ids'
import { errorText } from '../../api/problemText'
import { QueryCard } from '../../domain/QueryCard'
import { ShortMoney } from '../../domain/ShortMoney'
import { cardTitle } from '../../domain/savedCards'
import { useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { DangerQuestion } from '../../ui/DangerQuestion'
import { Line, Lines } from '../../ui/Lines'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { alertAgain } from './form'
import { deletePlan, isOpen, type MakePlan, makePlan, type Plan, pausePlan, planQuery, plansQuery } from './plans'
import { Moment, RefusalWords, StateBadge, usePlanTitle, WhenWords } from './words'

type PlanPageProps = {
  id: string
  back: ReactNode
  /** An order as a row in its link. */
  row: (transaction: Transaction) => ReactNode
  /** The link to a deposit of a currency. */
  deposit: (currency: string) => ReactNode
  onDeleted: () => void
  /** The link to a purchase, which the card of the plan can pay. */
  purchase: ReactNode
  /** The price alert was set again, as a plan of its own. */
  onMade: (plan: Plan) => void
}

/** /balances/plans/{id}: what a plan does, its next run, and the orders that it made. */
export default function PlanPage({ id, back, row, ...rest }: PlanPageProps) {
  const asked = useQuery(planQuery(id))
  const title = usePlanTitle()
  return (
    <Page title={asked.data ? title(asked.data.plan) : <Trans>Plan</Trans>} back={back} narrow>
      <QueryCard asked={asked} rows={4}>
        {({ plan, orders }) => (
          <div className="grid gap-5">
            <Terms plan={plan} {...rest} />
            {orders.length > 0 ? (
              <Card tight title={<Trans>Orders</Trans>}>
                <ul className="grid divide-y divide-line">
                  {orders.map((order) => (
                    <li key={order.id}>{row(order)}</li>
                  ))}
                </ul>
              </Card>
            ) : null}
          </div>
        )}
      </QueryCard>
    </Page>
  )
}

type TermsProps = { plan: Plan } & Pick<PlanPageProps, 'deposit' | 'purchase' | 'onDeleted' | 'onMade'>

function Terms({ plan, deposit, purchase, onDeleted, onMade }: TermsProps) {
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const { busy, problem, run } = useChange(errorText, () =>
    queries.invalidateQueries({ queryKey: plansQuery.queryKey }),
  )
  const isPaused = plan.state === 'paused'
  const refusal = isOpen(plan) ? plan.refusal : undefined
  const isShort = refusal === 'insufficient_balance'
  const isUnconfirmed = refusal === 'card_unconfirmed'
  const help = isShort ? deposit(plan.from_currency) : isUnconfirmed ? purchase : undefined
  // The key stays after a lost response, so that a second press sets no second alert.
  const [key] = useState(randomId)
  const again = alertAgain(plan, new Date())
  const setAgain = (body: MakePlan) => run('again', async () => onMade(await makePlan(body, key)))
  const remove = async () => {
    setLeaving(false)
    const { done } = await run('delete', () => deletePlan(plan.id))
    if (done) onDeleted()
  }
  return (
    <Card raised>
      {problem || refusal ? (
        <div className="mb-4 grid gap-3">
          {problem ? <Notice tone="bad">{problem}</Notice> : null}
          {refusal ? (
            <Notice tone="wait" action={help}>
              <RefusalWords refusal={refusal} />
            </Notice>
          ) : null}
        </div>
      ) : null}
      <Lines>
        <Line label={<Trans>State</Trans>}>
          <StateBadge state={plan.state} />
        </Line>
        {plan.amount ? (
          <Line label={plan.target ? <Trans>Amount</Trans> : <Trans>Amount each time</Trans>}>
            <ShortMoney amount={plan.amount} currency={plan.from_currency} />
          </Line>
        ) : null}
        <Line label={plan.target ? <Trans>Condition</Trans> : <Trans>When</Trans>}>
          <WhenWords plan={plan} />
        </Line>
        {plan.next_at ? (
          <Line label={plan.refusal ? <Trans>Next attempt</Trans> : <Trans>Next time</Trans>}>
            <Moment at={plan.next_at} />
          </Line>
        ) : null}
        {plan.until && isOpen(plan) ? (
          <Line label={<Trans>Waits until</Trans>}>
            <Moment at={plan.until} />
          </Line>
        ) : null}
        {plan.kind === 'alert' ? null : <Source plan={plan} />}
      </Lines>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        {isOpen(plan) ? (
          <Button
            variant={isPaused && !isShort ? 'primary' : 'quiet'}
            busy={busy === 'pause'}
            onClick={() => void run('pause', () => pausePlan(plan.id, !isPaused))}
          >
            {isPaused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
          </Button>
        ) : null}
        {again ? (
          <Button busy={busy === 'again'} onClick={() => void setAgain(again)}>
            <Trans>Set this alert again</Trans>
          </Button>
        ) : null}
        <Button variant="quiet" busy={busy === 'delete'} onClick={() => setLeaving(true)}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      <DangerQuestion
        open={leaving}
        title={<Trans>Delete this plan?</Trans>}
        stay={<Trans>Cancel</Trans>}
        goOn={<Trans>Delete</Trans>}
        onClose={() => setLeaving(false)}
        onGoOn={() => void remove()}
      >
        <p className="text-muted">
          <Trans>It does not run again. Its orders do not change.</Trans>
        </p>
      </DangerQuestion>
    </Card>
  )
}

/** Where the money comes from and goes. */
function Source({ plan: { from_currency: from, to_currency: to, card } }: { plan: Plan }) {
  const { t } = useLingui()
  if (card) {
    return (
      <>
        <Line label={<Trans>Card</Trans>}>
          <span className="wrap-anywhere">{cardTitle(card)}</span>
        </Line>
        <Line label={<Trans>To balance</Trans>}>{to}</Line>
      </>
    )
  }
  return (
    <Line label={<Trans>Balances</Trans>}>
      <span className="wrap-anywhere">{t`from ${from} to ${to}`}</span>
    </Line>
  )
}
