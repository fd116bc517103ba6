import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { buttonClass } from '../ui/Button'

/** Links that several pages pass to features as slots, because features know no routes. */
export function ExchangeLink() {
  return (
    <Link to="/exchange" className={buttonClass()}>
      <Trans>Start an exchange</Trans>
    </Link>
  )
}

const ASIDE = '-my-3 inline-flex min-h-11 items-center gap-1 text-[14px] font-semibold text-brand'

export function ActivityLink() {
  return (
    <Link to="/activity" className={ASIDE}>
      <Trans>See all</Trans>
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  )
}

/** Link to all balances, beside the title of a few. */
export function AllBalancesLink({ count }: { count: number }) {
  return (
    <Link to="/balances" className={ASIDE}>
      <Trans>All {count}</Trans>
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  )
}
