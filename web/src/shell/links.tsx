import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/Button'

/** Links that several pages hand to features as slots, since features know no routes. */
export function ExchangeLink() {
  return (
    <Link to="/exchange" className={buttonClass()}>
      <Trans>Start an exchange</Trans>
    </Link>
  )
}

export function ActivityLink() {
  return (
    <Link to="/activity" className="-my-3 inline-flex min-h-11 items-center text-[14px] font-[550] text-brand">
      <Trans>See all</Trans>
    </Link>
  )
}
