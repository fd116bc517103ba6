import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Clock, House, type LucideIcon, Repeat, User, Wallet } from 'lucide-react'

export type NavEntry = {
  to: '/cabinet' | '/exchange' | '/balances' | '/activity' | '/profile'
  label: MessageDescriptor
  icon: LucideIcon
}

/** Only places that exist; the sidebar shows the profile apart, at its foot. */
export const MAIN_NAV: readonly NavEntry[] = [
  { to: '/cabinet', label: msg`Home`, icon: House },
  { to: '/exchange', label: msg`Exchange`, icon: Repeat },
  { to: '/balances', label: msg`Balances`, icon: Wallet },
  { to: '/activity', label: msg`Activity`, icon: Clock },
]

export const PROFILE_NAV: NavEntry = { to: '/profile', label: msg`Profile`, icon: User }
