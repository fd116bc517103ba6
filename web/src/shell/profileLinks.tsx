import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FolderCog, Scale } from 'lucide-react'
import { buttonClass } from '../ui/Button'

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

/** The way back from a page of the profile. */
export function ProfileLink() {
  return (
    <Link to="/profile" className="inline-flex min-h-11 items-center text-[14px] font-[550] text-brand">
      <Trans>Profile</Trans>
    </Link>
  )
}
