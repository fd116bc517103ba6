import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Scale } from 'lucide-react'
import { buttonClass } from '../ui/Button'
import { backClass } from '../ui/Page'

/** Link from the balances to the proof of liabilities. */
export function ProofLink() {
  return (
    <Link to="/proof-of-balances" className={buttonClass('quiet')}>
      <Scale size={18} aria-hidden="true" />
      <Trans>Proof of balances</Trans>
    </Link>
  )
}

/** The back link of pages of the profile. */
export function ProfileLink() {
  const { t } = useLingui()
  return (
    <Link to="/profile" aria-label={t`Profile`} className={backClass}>
      <ArrowLeft size={22} aria-hidden="true" />
    </Link>
  )
}
