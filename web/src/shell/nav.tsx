import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLocation } from '@tanstack/react-router'
import { Clock, House, LifeBuoy, type LucideIcon, Repeat, User, Wallet } from 'lucide-react'
import { type Feature, offers } from '../host/config'

export type NavEntry = {
  to: '/cabinet' | '/exchange' | '/balances' | '/activity' | '/profile' | '/support'
  label: MessageDescriptor
  icon: LucideIcon
  /** Pages elsewhere that belong to this place, by the beginning of their path. */
  also?: string
  /** The part of the product that it belongs to; tenants without it have no such place. */
  feature?: Feature
}

/** Only places that exist for this tenant; the sidebar shows the profile apart, at its foot. */
const PLACES: readonly NavEntry[] = [
  { to: '/cabinet', label: msg`Home`, icon: House },
  { to: '/exchange', label: msg`Exchange`, icon: Repeat, also: '/transaction', feature: 'exchange' },
  { to: '/balances', label: msg`Balances`, icon: Wallet, also: '/proof-of-balances', feature: 'balances' },
  { to: '/activity', label: msg`Activity`, icon: Clock },
]
export const MAIN_NAV = PLACES.filter(({ feature }) => feature === undefined || offers(feature))

export const PROFILE_NAV: NavEntry = { to: '/profile', label: msg`Profile`, icon: User, also: '/support' }

/** Where there is room for it; elsewhere the profile leads there. */
export const SUPPORT_NAV: NavEntry = { to: '/support', label: msg`Support`, icon: LifeBuoy }

/** What marks an entry while a page that belongs to it is open under another path; the link knows its own path. */
export function useAlsoActive(entry: NavEntry): { 'data-status'?: 'active'; 'aria-current'?: 'true' } {
  const here = useLocation({ select: ({ pathname }) => entry.also !== undefined && pathname.startsWith(entry.also) })
  return here ? { 'data-status': 'active', 'aria-current': 'true' } : {}
}
