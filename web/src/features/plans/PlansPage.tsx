import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryCard } from '../../domain/QueryCard'
import { Card } from '../../ui/Card'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { ListRow, ListRows } from '../../ui/ListRow'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { isOpen, type Plan, plansQuery } from './plans'
import { StateBadge, usePlanTitle, WhenWords } from './words'

type PlansPageProps = {
  back: ReactNode
  /** The link to the form of a new plan. */
  begin: ReactNode
  /** Wraps a row in the link to its plan. */
  link: (plan: Plan, row: ReactNode) => ReactNode
}

/** /balances/plans: exchanges that repeat or wait for a price. */
export default function PlansPage({ back, begin, link }: PlansPageProps) {
  const asked = useQuery(plansQuery)
  return (
    <Page title={<Trans>Plans</Trans>} back={back} narrow>
      <QueryCard asked={asked} rows={3}>
        {(plans) =>
          plans.length === 0 ? (
            <Card>
              <EmptyState art="hourglass" title={<Trans>No plans yet</Trans>} action={begin}>
                <Trans>Buy a little every week, exchange when the price is right, or only be told about a price.</Trans>
              </EmptyState>
            </Card>
          ) : (
            <div className="grid gap-5">
              {begin}
              <PlanList title={<Trans>In use</Trans>} plans={plans.filter(isOpen)} link={link} />
              <PlanList title={<Trans>Ended</Trans>} plans={plans.filter((plan) => !isOpen(plan))} link={link} />
            </div>
          )
        }
      </QueryCard>
    </Page>
  )
}

type PlanListProps = { title: ReactNode; plans: readonly Plan[]; link: PlansPageProps['link'] }

function PlanList({ title, plans, link }: PlanListProps) {
  const words = usePlanTitle()
  if (plans.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 className="t-cap px-1 text-muted">{title}</h2>
      <ListRows>
        {plans.map((plan) => (
          <div key={plan.id}>
            {link(
              plan,
              <ListRow
                bare
                glyph={<CurrencyIcon code={plan.target?.price_of ?? plan.to_currency} />}
                title={words(plan)}
                detail={<WhenWords plan={plan} />}
                badge={<StateBadge state={plan.state} />}
              />,
            )}
          </div>
        ))}
      </ListRows>
    </section>
  )
}
