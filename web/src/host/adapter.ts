import type { ComponentType } from 'react'
import { type HostMode, type ResolvedHost, resolveHost } from './resolve'

/** One end of an exchange that the page around fixed. */
export type FixedEnd = { currency?: string; payway?: string }

/** A partner's suggestions for the form of personal data. The date is `1990-12-31`. */
export type PersonWish = { firstName?: string; lastName?: string; dateOfBirth?: string; residenceCountry?: string }

/** The settings of a widget from its launch parameters (specification, "Entities and their fields"). Empty elsewhere. */
export type WidgetSettings = {
  /** Ends that the customer cannot change. */
  from?: FixedEnd
  to?: FixedEnd
  /** The customer cannot turn the exchange into another kind. */
  isSideFixed?: boolean
  isAmountLocked?: boolean
  email?: string
  /** Path of the partner's logo. */
  logo?: string
  isEmailLocked?: boolean
  phone?: string
  isPhoneLocked?: boolean
  /** What the partner knows of the customer. The customer can change it. */
  person?: PersonWish
}

/** An address at a push service, with the keys to encrypt for it (RFC 8030, RFC 8291). */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

/** Messages of a native app. */
export type NativePush = {
  /** Whether the system permits messages of the app, as last reported by the app. */
  state: () => 'granted' | 'denied' | 'unasked'
  /** Asks for the permission and subscribes. `undefined` if the person or the system refuses. */
  subscribe: (publicKey: string) => Promise<PushAddress | undefined>
  /** The address of this device, if it is subscribed. */
  endpoint: () => string | undefined
  /** Forgets the address of this device. */
  forget: () => void
  /** Opens the system's settings of the app, where a refusal can be undone. */
  openSettings: () => void
}

/** The lock of a native app. */
export type NativeLock = {
  isOn: () => boolean
  /** Turns the lock on or off after the person has proved who they are. Resolves to whether they did. The system shows `reason`. */
  set: (isOn: boolean, reason: string) => Promise<boolean>
}

/** The capabilities of the environment. Code checks a capability, never the mode. */
export type HostAdapter = {
  basepath: string
  /** The first page of a signed-in customer, for a full reload. */
  home: string
  /** `bare` hides our navigation. The table of pages and hosts decides it (pages.ts). */
  chrome: 'full' | 'bare'
  /** Visitors without a session see the product first; other hosts know their customers. */
  welcomes: boolean
  /** The host could not begin, so every page shows why, until a reload. */
  isStopped?: boolean
  /** What prepares the app for the application around (src/shell/begin.ts). The browser needs nothing. */
  begins?: Exclude<HostMode, 'display'>
  /** Opens an address outside the host application. */
  outside?: (url: string) => void
  /** Leaves for a page that no frame may contain, such as a bank's. Without it, the page itself leaves. */
  leave?: (url: string) => void
  /** Receives messages of a native app instead of web push. */
  push?: NativePush
  /** The lock of a native app by fingerprint or face, if its device has one. */
  lock?: NativeLock
  /** The bar above the pages of a host without our navigation. */
  Bar?: ComponentType
  /** The way to continue an order in another host. */
  Carry?: ComponentType<{ id: string }>
  /** The settings of the widget. */
  widget: WidgetSettings
}

function adapterFor({ mode, basepath }: ResolvedHost): HostAdapter {
  return {
    basepath,
    home: `${basepath === '/' ? '' : basepath}/cabinet`,
    chrome: mode === 'frame' || mode === 'pay' ? 'bare' : 'full',
    welcomes: mode === 'display',
    ...(mode === 'display' ? {} : { begins: mode }),
    widget: {},
  }
}

export const host: HostAdapter = adapterFor(resolveHost(typeof location === 'undefined' ? '/' : location.pathname))
