import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLocation } from '@tanstack/react-router'
import { Clock, House, LifeBuoy, type LucideIcon, Repeat, User, Wallet } from 'lucide-react'
import { storedDraft } from '../domain/draft'
import { type Feature, offers } from '../host/config'

export type NavEntry = {
  to: '/cabinet' | '/exchange' | '/balances' | '/activity' | '/profile' | '/support'
  label: MessageDescriptor
  icon: LucideIcon
  /** The paths of other pages that belong to this entry. */
  also?: RegExp
  /** The required feature. Tenants without it have no such entry. */
  feature?: Feature
}

/** The entries of this tenant. The sidebar shows the profile separately at the bottom. */
const PLACES: readonly NavEntry[] = [
  { to: '/cabinet', label: msg`Home`, icon: House },
  {
    to: '/exchange',
    label: msg`Exchange`,
    icon: Repeat,
    also: /^\/transaction(-details)?\/(exchange|payin_convert|convert_payout)\//,
    feature: 'exchange',
  },
  {
    to: '/balances',
    label: msg`Balances`,
    icon: Wallet,
    also: /^\/(proof-of-balances|utransaction|transaction(-details)?\/(?!exchange|payin_conv|convert_p))/,
    feature: 'balances',
  },
  { to: '/activity', label: msg`Activity`, icon: Clock },
]
export const MAIN_NAV = PLACES.filter(({ feature }) => feature === undefined || offers(feature))

export const PROFILE_NAV: NavEntry = { to: '/profile', label: msg`Profile`, icon: User, also: /^\/support/ }

/** Shown if there is room; otherwise the profile page links to support. */
export const SUPPORT_NAV: NavEntry = { to: '/support', label: msg`Support`, icon: LifeBuoy }

/** Whether this is a step of a deposit, withdrawal or conversion. All movements share the addresses of the steps. */
const isBalanceStep = (path: string) => path.startsWith('/exchange/') && /"side":"[DWC]/.test(storedDraft('exchange'))

/** Marks an entry as active on its other pages. The link itself handles its own path. */
export function useAlsoActive({ to, also }: NavEntry) {
  const step = useLocation({ select: ({ pathname }) => isBalanceStep(pathname) })
  const here = useLocation({ select: ({ pathname }) => also?.test(pathname) }) || (step && to === '/balances')
  return {
    activeOptions: { exact: step },
    ...(here ? ({ 'data-status': 'active', 'aria-current': 'true' } as const) : {}),
  }
}
