import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLocation } from '@tanstack/react-router'
import { Clock, House, LifeBuoy, type LucideIcon, Repeat, User, Wallet } from 'lucide-react'
import { type Feature, offers } from '../host/config'

export type NavEntry = {
  to: '/cabinet' | '/exchange' | '/balances' | '/activity' | '/profile' | '/support'
  label: MessageDescriptor
  icon: LucideIcon
  /** The path prefix of other pages that belong to this entry. */
  also?: string
  /** The required feature. Tenants without it have no such entry. */
  feature?: Feature
}

/** The entries of this tenant. The sidebar shows the profile separately at the bottom. */
const PLACES: readonly NavEntry[] = [
  { to: '/cabinet', label: msg`Home`, icon: House },
  { to: '/exchange', label: msg`Exchange`, icon: Repeat, also: '/transaction', feature: 'exchange' },
  { to: '/balances', label: msg`Balances`, icon: Wallet, also: '/proof-of-balances', feature: 'balances' },
  { to: '/activity', label: msg`Activity`, icon: Clock },
]
export const MAIN_NAV = PLACES.filter(({ feature }) => feature === undefined || offers(feature))

export const PROFILE_NAV: NavEntry = { to: '/profile', label: msg`Profile`, icon: User, also: '/support' }

/** Shown if there is room; otherwise the profile page links to support. */
export const SUPPORT_NAV: NavEntry = { to: '/support', label: msg`Support`, icon: LifeBuoy }

/** Marks an entry as active on pages under its other prefix. The link itself handles its own path. */
export function useAlsoActive(entry: NavEntry): { 'data-status'?: 'active'; 'aria-current'?: 'true' } {
  const here = useLocation({ select: ({ pathname }) => entry.also !== undefined && pathname.startsWith(entry.also) })
  return here ? { 'data-status': 'active', 'aria-current': 'true' } : {}
}
