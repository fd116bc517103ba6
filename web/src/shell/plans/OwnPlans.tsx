import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import NewPlanPage from '../../features/plans/NewPlanPage'
import PlanPage from '../../features/plans/PlanPage'
import PlansPage from '../../features/plans/PlansPage'
import { buttonClass } from '../../ui/Button'
import { listRowClass } from '../../ui/ListRow'
import { backClass } from '../../ui/Page'
import { BalancesBack, FirstDepositLink } from '../balanceLinks'
import { transactionLink } from '../transactionLink'

const at = (currency: string | undefined) =>
  ({ to: '/balances/$place/{-$currency}', params: { place: 'plans', currency } }) as const

/** /balances/plans, /balances/plans/new and /balances/plans/{id}. */
export default function OwnPlans({ part }: { part: string | undefined }) {
  const navigate = useNavigate()
  if (part === 'new')
    return <NewPlanPage back={<PlansBack />} onMade={({ id }) => void navigate({ ...at(id), replace: true })} />
  if (part)
    return (
      <PlanPage
        id={part}
        back={<PlansBack />}
        row={transactionLink}
        deposit={() => (
          <FirstDepositLink>
            <Trans>Deposit</Trans>
          </FirstDepositLink>
        )}
        onDeleted={() => void navigate({ ...at(undefined), replace: true })}
      />
    )
  return (
    <PlansPage
      back={<BalancesBack />}
      begin={
        <Link {...at('new')} className={buttonClass()}>
          <Trans>New plan</Trans>
        </Link>
      }
      link={(plan, row) => (
        <Link {...at(plan.id)} className={listRowClass}>
          {row}
        </Link>
      )}
    />
  )
}

function PlansBack() {
  const { t } = useLingui()
  return (
    <Link {...at(undefined)} aria-label={t`Plans`} className={backClass}>
      <ArrowLeft size={22} aria-hidden="true" />
    </Link>
  )
}
