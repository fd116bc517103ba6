import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { tokens } from '../api/tokens'
import type { Transaction } from '../domain/queries'
import { buttonClass } from '../ui/Button'
import { backClass } from '../ui/Page'
import { listRowClass } from '../ui/ListRow'

/** The back link of pages about balances. */
export function BalancesLink() {
  return (
    <Link to="/balances" className="inline-flex min-h-11 items-center text-[14px] font-[550] text-brand">
      <Trans>Balances</Trans>
    </Link>
  )
}

/** The arrow back to all balances, before a heading. */
export function BalancesBack() {
  const { t } = useLingui()
  return (
    <Link to="/balances" aria-label={t`Balances`} className={backClass}>
      <ArrowLeft size={22} aria-hidden="true" />
    </Link>
  )
}

const begin = (action: string, currency: string) =>
  ({ to: '/balances/$place/{-$currency}', params: { place: action, currency }, preload: false }) as const

/**
 * A settings page of the active profile. `currency` is set explicitly, because a link keeps parameters that it does not
 * name.
 */
export const ofProfile = (page: 'settings' | 'spending') => {
  const profile = tokens.profile()
  const params = profile ? { place: profile, currency: page } : { place: page, currency: undefined }
  return { to: '/balances/$place/{-$currency}', params } as const
}

/** The back link of these settings pages. */
export function SettingsBackLink() {
  return (
    <Link {...ofProfile('settings')} className="inline-flex min-h-11 items-center text-[14px] font-[550] text-brand">
      <Trans>Settings</Trans>
    </Link>
  )
}

/** Wraps the row in a link to the order of spending. */
export function SpendingLink({ children }: { children: ReactNode }) {
  return (
    <Link {...ofProfile('spending')} className={listRowClass}>
      {children}
    </Link>
  )
}

/** Wraps words in a link to the first deposit. */
export function FirstDepositLink({ children }: { children: ReactNode }) {
  return (
    <Link
      to="/balances/$place/{-$currency}"
      params={{ place: 'deposit', currency: undefined }}
      className={buttonClass()}
    >
      {children}
    </Link>
  )
}

/** Wraps words in a link to a deposit by order. */
export function OrderLink({ currency, children }: { currency: string; children: ReactNode }) {
  return (
    <Link {...begin('deposit', currency)} className={buttonClass('quiet')}>
      {children}
    </Link>
  )
}

/** Link to the permanent deposit details of a currency. */
export function DetailsLink({ currency, children }: { currency: string; children: ReactNode }) {
  return (
    <Link {...begin('details', currency)} className={buttonClass('quiet')}>
      <Landmark size={18} aria-hidden="true" />
      {children}
    </Link>
  )
}

/** Wraps a statement line in a link to its transaction. */
export function statementLineLink({ type, id }: Pick<Transaction, 'type' | 'id'>, row: ReactNode) {
  return (
    <Link
      to="/transaction/$transactionType/$externalId"
      params={{ transactionType: type.toLowerCase(), externalId: id }}
      className="-mx-2 block rounded-control px-2 hover:bg-sunken"
    >
      {row}
    </Link>
  )
}
