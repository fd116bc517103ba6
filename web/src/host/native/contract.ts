/**
 * The messages between the app's page and the native app around it, version 1 (docs/native.md). Each is JSON text of
 * `{ v: 1, type, payload }`. Pure: it reads and checks, and sends nothing.
 */
import type { PushAddress } from '../adapter'

export const VERSION = 1
/** A longer message is not read. */
export const TEXT_MAX = 65_536
/** The most keys that the app mirrors, and the longest value, in characters. */
export const MIRROR_KEYS_MAX = 50
export const MIRROR_VALUE_MAX = 4_000

export type Platform = 'ios' | 'android'
/** What a native app can do. The page offers nothing that the app does not name. */
export const ABILITIES = ['biometry', 'haptics', 'open', 'push', 'share', 'storage', 'tabs'] as const
export type Ability = (typeof ABILITIES)[number]
/** What a person shares with another app. */
export type Shared = { title?: string; text?: string; url?: string }
export type Insets = { top: number; right: number; bottom: number; left: number }
/** How a question to the person ended. `unavailable`: the device has no fingerprint or face, or none is set up. */
export const BIOMETRY_RESULTS = ['ok', 'cancelled', 'failed', 'unavailable'] as const
export type BiometryResult = (typeof BIOMETRY_RESULTS)[number]
/** Why the native app cannot work. */
export const ERROR_REASONS = ['storage', 'web_view', 'internal'] as const
export type ErrorReason = (typeof ERROR_REASONS)[number]
export type PushState = 'granted' | 'denied' | 'unasked'

/** The first message of the native app, in answer to the page's `hello`. */
export type Hello = {
  /** The number that the page sent. */
  nonce: string
  platform: Platform
  /** The version of the app: one to three numbers with dots. */
  version: string
  abilities: readonly Ability[]
  insets: Insets
  /** The colours of the system. */
  scheme: 'light' | 'dark'
  push: PushState
  /** What the app mirrored of the page's storage. */
  storage: Readonly<Record<string, string>>
}

export type FromApp =
  | { type: 'hello'; payload: Hello }
  | { type: 'insets'; payload: Insets }
  | { type: 'scheme'; payload: { scheme: 'light' | 'dark' } }
  /** The system's gesture or button that leads back. */
  | { type: 'back'; payload: Record<string, never> }
  /** An address of this host that the system opened with the app: a deep link, or a tapped message. */
  | { type: 'link'; payload: { url: string } }
  /** The app came to the front or left it. */
  | { type: 'active'; payload: { is_active: boolean } }
  | { type: 'biometry'; payload: { id: string; result: BiometryResult } }
  | { type: 'push'; payload: { id: string; state: PushState; address?: PushAddress } }
  | { type: 'error'; payload: { reason: ErrorReason } }

export type FromPage =
  | { type: 'hello'; payload: { nonce: string; versions: readonly number[] } }
  /** The first page is shown: the app removes its splash screen. */
  | { type: 'ready'; payload: Record<string, never> }
  /** Whether the page takes the next gesture back. Otherwise the app leaves to the system. */
  | { type: 'back'; payload: { is_taken: boolean } }
  | { type: 'bars'; payload: { color: string; scheme: 'light' | 'dark' } }
  | { type: 'biometry'; payload: { id: string; reason: string } }
  | { type: 'push'; payload: { id: string; public_key: string } }
  /** The result of a transaction, for haptic feedback. */
  | { type: 'haptic'; payload: { kind: 'success' | 'warning' | 'error' } }
  | { type: 'settings'; payload: Record<string, never> }
  | { type: 'share'; payload: Shared }
  /** An address for the system's browser, or the store. */
  | { type: 'open'; payload: { url: string } }
  | { type: 'store'; payload: { key: string; value: string | null } }

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown, most = 200): value is string => typeof value === 'string' && value.length <= most
const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T =>
  typeof value === 'string' && (all as readonly string[]).includes(value)
const isScheme = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark'
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
const isPushState = (value: unknown): value is PushState => isOneOf(['granted', 'denied', 'unasked'], value)
const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,5}(\.\d{1,5}){0,2}$/.test(value)

/** Insets in CSS pixels, each from 0 to 200. */
function insetsOf(value: unknown): Insets | undefined {
  if (!isObject(value)) return undefined
  const side = (name: string) => {
    const px = value[name]
    return typeof px === 'number' && px >= 0 && px <= 200 ? px : undefined
  }
  const [top, right, bottom, left] = ['top', 'right', 'bottom', 'left'].map(side)
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return undefined
  return { top, right, bottom, left }
}

/** The mirrored storage. Only keys of the app, which begin with `agio.`. */
function storageOf(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined
  const kept = Object.entries(value).filter(
    (entry): entry is [string, string] => isMirrored(entry[0]) && isText(entry[1], MIRROR_VALUE_MAX),
  )
  return Object.fromEntries(kept.slice(0, MIRROR_KEYS_MAX))
}

/** Whether the app mirrors a key of the storage: settings of the app, nothing of other scripts. */
export const isMirrored = (key: string): boolean => /^agio\.[\w.-]{1,100}$/.test(key)

function helloOf(value: Fields): Hello | undefined {
  const { nonce, platform, version, abilities, scheme, push } = value
  const insets = insetsOf(value.insets)
  const storage = storageOf(value.storage)
  const isWhole =
    isId(nonce) &&
    isOneOf(['ios', 'android'] as const, platform) &&
    isVersion(version) &&
    Array.isArray(abilities) &&
    isScheme(scheme) &&
    isPushState(push)
  if (!isWhole || !insets || !storage) return undefined
  // A newer app may have abilities that this page does not know.
  return {
    nonce,
    platform,
    version,
    abilities: abilities.filter((one) => isOneOf(ABILITIES, one)),
    insets,
    scheme,
    push,
    storage,
  }
}

function addressOf(value: unknown): PushAddress | undefined {
  if (!isObject(value)) return undefined
  const { endpoint, p256dh, auth } = value
  return isText(endpoint, 1_000) && isText(p256dh) && isText(auth) ? { endpoint, p256dh, auth } : undefined
}

type Readers = { [Type in FromApp['type']]: (payload: Fields) => (FromApp & { type: Type })['payload'] | undefined }

const READERS: Readers = {
  hello: helloOf,
  insets: insetsOf,
  scheme: ({ scheme }) => (isScheme(scheme) ? { scheme } : undefined),
  back: () => ({}),
  link: ({ url }) => (isText(url, 2_000) ? { url } : undefined),
  active: ({ is_active }) => (typeof is_active === 'boolean' ? { is_active } : undefined),
  biometry: ({ id, result }) => (isId(id) && isOneOf(BIOMETRY_RESULTS, result) ? { id, result } : undefined),
  push: ({ id, state, address }) => {
    const found = addressOf(address)
    return isId(id) && isPushState(state) ? { id, state, ...(found ? { address: found } : {}) } : undefined
  },
  error: ({ reason }) => ({ reason: isOneOf(ERROR_REASONS, reason) ? reason : 'internal' }),
}

/** Why a text is no message of the contract. */
export type Unread = 'too_long' | 'not_json' | 'version' | 'unknown_type' | 'invalid'

/** Reads a message of the native app. */
export function readMessage(text: unknown): FromApp | Unread {
  if (typeof text !== 'string') return 'not_json'
  if (text.length > TEXT_MAX) return 'too_long'
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return 'not_json'
  }
  if (!isObject(read)) return 'not_json'
  if (read.v !== VERSION) return 'version'
  const { type, payload } = read
  if (typeof type !== 'string' || !Object.hasOwn(READERS, type)) return 'unknown_type'
  const reader = READERS[type as FromApp['type']]
  const found = isObject(payload) ? reader(payload) : undefined
  return found ? ({ type, payload: found } as FromApp) : 'invalid'
}

export const writeMessage = (message: FromPage): string => JSON.stringify({ v: VERSION, ...message })
