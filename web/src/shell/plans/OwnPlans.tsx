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

/** The part of the address that begins a price alert; the code of the currency follows. */
const ALERT = 'alert-'

/** /balances/plans, /balances/plans/new, /balances/plans/alert-BTC and /balances/plans/{id}. */
export default function OwnPlans({ part }: { part: string | undefined }) {
  const navigate = useNavigate()
  const isAlert = part?.startsWith(ALERT)
  if (part === 'new' || isAlert)
    return (
      <NewPlanPage
        {...(isAlert ? { alertOf: part?.slice(ALERT.length) } : {})}
        back={<PlansBack />}
        onMade={({ id }) => void navigate({ ...at(id), replace: true })}
      />
    )
  if (part)
    return (
      <PlanPage
        id={part}
        back={<PlansBack />}
        row={transactionLink}
        deposit={() => (
          <FirstDepositLink>
            <Trans context="action">Deposit</Trans>
          </FirstDepositLink>
        )}
        purchase={
          <Link to="/exchange" className={buttonClass('quiet')}>
            <Trans>Buy with this card</Trans>
          </Link>
        }
        onDeleted={() => void navigate({ ...at(undefined), replace: true })}
        onMade={({ id }) => void navigate(at(id))}
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
