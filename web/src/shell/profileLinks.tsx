import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FolderCog, Scale } from 'lucide-react'
import { buttonClass } from '../ui/Button'

/** Link from the balances to the proof of liabilities. */
export function ProofLink() {
  return (
    <Link to="/proof-of-balances" className={buttonClass('quiet')}>
      <Scale size={18} aria-hidden="true" />
      <Trans>Proof of balances</Trans>
    </Link>
  )
}

/** Link to the account closure and the export. */
export function AccountLink() {
  return (
    <Link to="/profile/$page" params={{ page: 'account' }} className={buttonClass('quiet')}>
      <FolderCog size={18} aria-hidden="true" />
      <Trans>Your data and account</Trans>
    </Link>
  )
}

/** The back link of pages of the profile. */
export function ProfileLink() {
  return (
    <Link to="/profile" className="inline-flex min-h-11 items-center text-[14px] font-[550] text-brand">
      <Trans>Profile</Trans>
    </Link>
  )
}
