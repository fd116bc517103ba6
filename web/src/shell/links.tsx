import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/Button'

/** Links that several pages pass to features as slots, because features know no routes. */
export function ExchangeLink() {
  return (
    <Link to="/exchange" className={buttonClass()}>
      <Trans>Start an exchange</Trans>
    </Link>
  )
}

/** The actions on balances, the first step first. */
export function BalanceActions() {
  return (
    <>
      <Link to="/balances/$place/{-$currency}" params={{ place: 'deposit' }} className={buttonClass()}>
        <Trans>Deposit</Trans>
      </Link>
      <Link to="/balances/$place/{-$currency}" params={{ place: 'withdraw' }} className={buttonClass('quiet')}>
        <Trans>Withdraw</Trans>
      </Link>
      <Link to="/balances/$place/{-$currency}" params={{ place: 'convert' }} className={buttonClass('quiet')}>
        <Trans>Convert</Trans>
      </Link>
      <Link to="/balances/$place/{-$currency}" params={{ place: 'transfer' }} className={buttonClass('quiet')}>
        <Trans>Transfer</Trans>
      </Link>
    </>
  )
}

export function ActivityLink() {
  return (
    <Link to="/activity" className="-my-3 inline-flex min-h-11 items-center text-[14px] font-[550] text-brand">
      <Trans>See all</Trans>
    </Link>
  )
}
