import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FileText, Landmark, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { tokens } from '../api/tokens'
import type { Transaction } from '../flow/queries'
import { buttonClass } from '../ui/Button'

/** The way back from a page about balances. */
export function BalancesLink() {
  return (
    <Link to="/balances" className="inline-flex min-h-11 items-center text-[14px] font-[550] text-brand">
      <Trans>Balances</Trans>
    </Link>
  )
}

const begin = (action: string, currency: string) =>
  ({ to: '/balances/$place/{-$currency}', params: { place: action, currency }, preload: false }) as const

/** What can be done with one balance, the first step first. Each opens with the currency chosen. */
export function CurrencyActions({ currency }: { currency: string }) {
  return (
    <>
      <Link {...begin('deposit', currency)} className={buttonClass()}>
        <Trans>Deposit</Trans>
      </Link>
      <Link {...begin('withdraw', currency)} className={buttonClass('quiet')}>
        <Trans>Withdraw</Trans>
      </Link>
      <Link {...begin('convert', currency)} className={buttonClass('quiet')}>
        <Trans>Convert</Trans>
      </Link>
    </>
  )
}

/** Leads to the statement, of one currency where it is known. */
export function StatementLink({ currency }: { currency?: string }) {
  return (
    <Link
      to="/balances/$place/{-$currency}"
      params={{ place: 'statement' }}
      search={currency ? { currency } : {}}
      className={buttonClass('quiet')}
    >
      <FileText size={18} aria-hidden="true" />
      <Trans>Statement</Trans>
    </Link>
  )
}

/** A page of settings of the profile that is used here. A link takes a word that it does not name from the page it is on. */
const ofProfile = (page: 'settings' | 'spending') => {
  const profile = tokens.profile()
  const params = profile ? { place: profile, currency: page } : { place: page, currency: undefined }
  return { to: '/balances/$place/{-$currency}', params } as const
}

/** Leads to the settings of balances. */
export function BalanceSettingsLink() {
  return (
    <Link {...ofProfile('settings')} className={buttonClass('quiet')}>
      <SlidersHorizontal size={18} aria-hidden="true" />
      <Trans>Settings</Trans>
    </Link>
  )
}

/** The way back from a page of these settings. */
export function SettingsBackLink() {
  return (
    <Link {...ofProfile('settings')} className="inline-flex min-h-11 items-center text-[14px] font-[550] text-brand">
      <Trans>Settings</Trans>
    </Link>
  )
}

/** Leads with this row to the order in which balances are spent. */
export function SpendingLink({ children }: { children: ReactNode }) {
  return (
    <Link {...ofProfile('spending')} className="-mx-2 -my-3 block rounded-control px-2 hover:bg-sunken">
      {children}
    </Link>
  )
}

/** Leads with these words to the first deposit. */
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

/** Leads with these words to a deposit that is ordered. */
export function OrderLink({ currency, children }: { currency: string; children: ReactNode }) {
  return (
    <Link {...begin('deposit', currency)} className={buttonClass('quiet')}>
      {children}
    </Link>
  )
}

/** Leads to where a currency can be sent at any time. */
export function DetailsLink({ currency, children }: { currency: string; children: ReactNode }) {
  return (
    <Link {...begin('details', currency)} className={buttonClass('quiet')}>
      <Landmark size={18} aria-hidden="true" />
      {children}
    </Link>
  )
}

/** A line of a statement, which leads to its transaction. */
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
