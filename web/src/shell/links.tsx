import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FolderCog, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Transaction } from '../flow/queries'
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

/** Leads from the balances to the proof that they are part of what is owed. */
export function ProofLink() {
  return (
    <Link to="/proof-of-balances" className={buttonClass('quiet')}>
      <Scale size={18} aria-hidden="true" />
      <Trans>Proof of balances</Trans>
    </Link>
  )
}

/** Leads to leaving, and to a copy of everything. */
export function AccountLink() {
  return (
    <Link to="/profile/account" className={buttonClass('quiet')}>
      <FolderCog size={18} aria-hidden="true" />
      <Trans>Your data and account</Trans>
    </Link>
  )
}

/** The way on from an order that is not there. */
export function AllActivityLink() {
  return (
    <Link to="/activity" className={buttonClass('quiet')}>
      <Trans>See your activity</Trans>
    </Link>
  )
}

/** The order that a sentence names. */
export function orderLink(order: Pick<Transaction, 'type' | 'id'>, words: ReactNode) {
  return (
    <Link
      to="/transaction/$transactionType/$externalId"
      params={{ transactionType: order.type.toLowerCase(), externalId: order.id }}
      className="-my-3 inline-flex min-h-11 items-center font-semibold text-brand underline"
    >
      {words}
    </Link>
  )
}

/** Leads to support with the order named; in a panel it is a button, in a sentence about the order plain text. */
export function supportLink(order: string, look: 'quiet' | 'text') {
  const dress = look === 'quiet' ? buttonClass('quiet') : 'inline-flex min-h-11 items-center font-semibold underline'
  return (
    <Link to="/support" search={{ order }} className={dress}>
      <Trans>Contact support</Trans>
    </Link>
  )
}

/** The way back from a page of the profile. */
export function ProfileLink() {
  return (
    <Link to="/profile" className="inline-flex min-h-11 items-center text-[14px] font-[550] text-brand">
      <Trans>Profile</Trans>
    </Link>
  )
}
