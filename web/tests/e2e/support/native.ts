import type { Page } from '@playwright/test'

/** The oldest version of the iOS app that works in this run, and its store. */
export const STORE = 'https://store.example/agio'
export const nativeEnvironment = {
  AGIO_MOBILE_AGIO_IOS_MINIMUM: '2.0',
  AGIO_MOBILE_AGIO_IOS_NEWEST: '2.4',
  AGIO_MOBILE_AGIO_IOS_STORE: STORE,
}

export type Said = { v: number; type: string; payload: Record<string, unknown> }

export type Shell = {
  version?: string
  abilities?: string[]
  /** How the person answers the question for fingerprint or face, one after the other; the last one stays. */
  biometry?: string[]
  /** What the system says about messages, and the address of the app's push service. */
  push?: { state: string; address?: { endpoint: string; p256dh: string; auth: string } }
  storage?: Record<string, string>
  /** The app never answers. */
  isSilent?: boolean
}

const ALL = ['biometry', 'haptics', 'open', 'push', 'share', 'storage']

/** Plays the native app around the page, as docs/native.md describes it, and records the page's messages. */
export const beShell = (page: Page, shell: Shell = {}) =>
  page.addInitScript(
    ({ version, abilities, biometry, push, storage, isSilent }) => {
      if (window !== window.top) return
      type Message = { v: number; type: string; payload: Record<string, unknown> }
      const said: Message[] = []
      const app = {
        onmessage: null as ((event: { data: string }) => void) | null,
        postMessage(text: string) {
          const message = JSON.parse(text) as Message
          said.push(message)
          if (!isSilent) setTimeout(() => answer(message), 0)
        },
      }
      const tell = (type: string, payload: object, v = 1) =>
        app.onmessage?.({ data: JSON.stringify({ v, type, payload }) })
      const kept = () => JSON.parse(window.name || 'null') ?? storage
      const answer = ({ type, payload }: Message) => {
        if (type === 'hello') {
          const insets = { top: 47, right: 0, bottom: 34, left: 0 }
          const own = { platform: 'ios', version, abilities, insets, scheme: 'light', push: 'unasked', storage: kept() }
          tell('hello', { ...own, nonce: payload.nonce })
        }
        if (type === 'biometry') {
          const result = biometry.length > 1 ? biometry.shift() : biometry[0]
          tell('biometry', { id: payload.id, result })
        }
        if (type === 'push') tell('push', { id: payload.id, ...push })
        // The name of the window outlives a page, as the storage of the app does.
        if (type === 'store') {
          const all = kept()
          if (payload.value === null) delete all[payload.key as string]
          else all[payload.key as string] = payload.value
          window.name = JSON.stringify(all)
        }
      }
      Object.assign(window, { nativeApp: app, said, tellPage: tell })
    },
    {
      version: shell.version ?? '2.4.0',
      abilities: shell.abilities ?? ALL,
      biometry: shell.biometry ?? ['ok'],
      push: shell.push ?? { state: 'denied' },
      storage: shell.storage ?? {},
      isSilent: shell.isSilent ?? false,
    },
  )

/** The messages of the page since it was loaded. */
export const said = (page: Page): Promise<Said[]> => page.evaluate(() => (window as unknown as { said: Said[] }).said)

/** The content of the page's last message of a type. */
export const lastSaid = async (page: Page, type: string) =>
  (await said(page)).findLast((message) => message.type === type)?.payload

/** Sends the page a message of the app. */
export const tellPage = (page: Page, type: string, payload: object, v = 1) =>
  page.evaluate(
    ([name, content, version]) => {
      const { tellPage: tell } = window as unknown as { tellPage: (type: string, payload: object, v: number) => void }
      tell(name, content, version)
    },
    [type, payload, v] as const,
  )
