import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Download, Plus, Repeat, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { offers } from '../host/config'
import { buttonClass } from '../ui/Button'
import { QuickAction, QuickActions, quickActionClass } from '../ui/QuickActions'

const BUY = <Trans context="action">Buy</Trans>

/** The place of a movement; without `currency` the customer chooses one. */
const begin = (place: string, currency: string | undefined) =>
  ({ to: '/balances/$place/{-$currency}', params: { place, currency }, preload: false }) as const

type Of = { currency?: string | undefined }

function BuyAction() {
  return (
    <Link to="/exchange" className={quickActionClass}>
      <QuickAction icon={Plus}>{BUY}</QuickAction>
    </Link>
  )
}

function DepositAction({ currency }: Of) {
  return (
    <Link {...begin('deposit', currency)} className={quickActionClass}>
      <QuickAction icon={Download}>
        <Trans context="action">Deposit</Trans>
      </QuickAction>
    </Link>
  )
}

function SendAction({ currency }: Of) {
  return (
    <Link {...begin('withdraw', currency)} className={quickActionClass}>
      <QuickAction icon={ArrowUpRight}>
        <Trans context="action">Send</Trans>
      </QuickAction>
    </Link>
  )
}

function ConvertAction({ currency }: Of) {
  return (
    <Link {...begin('convert', currency)} className={quickActionClass}>
      <QuickAction icon={Repeat}>
        <Trans context="action">Convert</Trans>
      </QuickAction>
    </Link>
  )
}

function Actions({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return <QuickActions label={t`What you can do`}>{children}</QuickActions>
}

/** The main actions on money: a purchase if the tenant sells, then the movements of a balance. */
export function MoneyActions({ currency }: Of) {
  return (
    <Actions>
      {offers('exchange') ? <BuyAction /> : null}
      <DepositAction currency={currency} />
      <SendAction currency={currency} />
      <ConvertAction currency={currency} />
    </Actions>
  )
}

/** The actions on all balances, the first step first. */
export function BalanceActions() {
  return (
    <Actions>
      <DepositAction />
      <SendAction />
      <ConvertAction />
      <Link {...begin('transfer', undefined)} className={quickActionClass}>
        <QuickAction icon={Users}>
          <Trans context="action">Transfer</Trans>
        </QuickAction>
      </Link>
    </Actions>
  )
}

/** The first steps of a customer without money. */
export function FirstSteps() {
  const sells = offers('exchange')
  return (
    <nav className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">
      {sells ? (
        <Link to="/exchange" className={buttonClass()}>
          <Plus size={20} aria-hidden="true" />
          {BUY}
        </Link>
      ) : null}
      {offers('balances') ? (
        <Link {...begin('deposit', undefined)} className={buttonClass(sells ? 'quiet' : 'primary')}>
          <Download size={20} aria-hidden="true" />
          <Trans context="action">Deposit</Trans>
        </Link>
      ) : null}
    </nav>
  )
}
