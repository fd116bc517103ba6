import type { ComponentType } from 'react'
import { type ResolvedHost, resolveHost } from './resolve'

/** One end of an exchange that the page around fixed. */
export type FixedEnd = { currency?: string; payway?: string }

/** What the page around a widget decides for the app (specification, section 3). Empty outside a widget. */
export type Around = {
  /** Ends that the customer cannot change. */
  from?: FixedEnd
  to?: FixedEnd
  /** The customer cannot turn the exchange into another kind. */
  isSideFixed?: boolean
  isAmountLocked?: boolean
  email?: string
  isEmailLocked?: boolean
}

/** The capabilities of the environment. Code checks a capability, never the mode. */
export type HostAdapter = {
  basepath: string
  /** The first page of a signed-in customer, for a full reload. */
  home: string
  /** `bare` hides our navigation, because the host has its own. */
  chrome: 'full' | 'bare'
  /** Visitors without a session see the product first; other hosts know their customers. */
  welcomes: boolean
  /** The application around needs an initialisation (src/shell/begin.ts). */
  begins?: 'messenger' | 'frame'
  /** Opens an address outside the host application. */
  outside?: (url: string) => void
  /** Leaves for a page that no frame may contain, such as a bank's. Without it, the page itself leaves. */
  leave?: (url: string) => void
  /** The bar above the pages of a host without our navigation. */
  Bar?: ComponentType
  /** What the page around decides. */
  around: Around
}

function browser({ basepath }: ResolvedHost): HostAdapter {
  return {
    basepath,
    home: `${basepath === '/' ? '' : basepath}/cabinet`,
    chrome: 'full',
    welcomes: true,
    around: {},
  }
}

/** Telegram embeds the app and identifies the user. Its bridge is loaded only there. */
function messenger(host: ResolvedHost): HostAdapter {
  return { ...browser(host), welcomes: false, begins: 'messenger' }
}

/** A page of another company contains the app. It has no cookies, and the page around decides some things. */
function frame(host: ResolvedHost): HostAdapter {
  return { ...browser(host), chrome: 'bare', welcomes: false, begins: 'frame' }
}

/** Other hosts use the browser's adapter without our navigation until they have their own bridge. */
function adapterFor(host: ResolvedHost): HostAdapter {
  switch (host.mode) {
    case 'display':
      return browser(host)
    case 'messenger':
      return messenger(host)
    case 'frame':
      return frame(host)
    case 'native':
    case 'pay':
      return { ...browser(host), chrome: 'bare', welcomes: false }
  }
}

export const host: HostAdapter = adapterFor(resolveHost(typeof location === 'undefined' ? '/' : location.pathname))
