/** The connection to the native app around the page (docs/native.md). It trusts only the app that answered its `hello`. */
import { type FromApp, type FromPage, type Hello, readMessage, VERSION, writeMessage } from './contract'

/** What the app puts into the page before it loads, on the tenant's hosts only. */
type Injected = { postMessage: (text: string) => void; onmessage?: ((event: { data: unknown }) => void) | null }

/** The time in which an app answers. */
const ANSWER_MS = 3_000

type Handlers = {
  [Type in Exclude<FromApp['type'], 'hello'>]: (payload: (FromApp & { type: Type })['payload']) => void
}
type Of<Type extends FromApp['type']> = (FromApp & { type: Type })['payload']

/** Why there is no connection. */
export class NoNativeApp extends Error {
  override readonly name = 'NoNativeApp'
  readonly reason: 'absent' | 'silent'

  constructor(reason: 'absent' | 'silent') {
    super(reason)
    this.reason = reason
  }
}

const injected = (): Injected | undefined => {
  const { nativeApp } = window as unknown as { nativeApp?: Partial<Injected> }
  // A page inside another page's frame has no app around it, whatever that page put there.
  return self === top && typeof nativeApp?.postMessage === 'function' ? (nativeApp as Injected) : undefined
}

let app: Injected | undefined
let handlers: Partial<Handlers> = {}
const waiting = new Map<string, (answer: never) => void>()

/** Sends a message. Does nothing without an app. */
export function send(message: FromPage): void {
  app?.postMessage(writeMessage(message))
}

/** Calls `next` for the app's messages of these types, from now on. */
export function listen(next: Partial<Handlers>): void {
  handlers = { ...handlers, ...next }
}

/** Asks the app something. Resolves with the answer of the same id; the person may take any time. */
export function ask<Type extends 'biometry' | 'push'>(
  question: (id: string) => FromPage & { type: Type },
): Promise<Of<Type>> {
  const id = crypto.randomUUID()
  return new Promise((resolve) => {
    waiting.set(id, resolve as (answer: never) => void)
    send(question(id))
  })
}

/**
 * Greets the app with a number of this page load. Messages before the answer with this number are ignored, so that
 * nothing of an earlier page is taken for an answer. Rejects with `NoNativeApp`.
 */
export function connect(): Promise<Hello> {
  const found = injected()
  if (!found) return Promise.reject(new NoNativeApp('absent'))
  const nonce = crypto.randomUUID()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoNativeApp('silent')), ANSWER_MS)
    let isKnown = false
    found.onmessage = ({ data }) => {
      const message = readMessage(data)
      // The content is not logged: it may be personal.
      if (typeof message === 'string') return console.warn(`A message of the app is ignored: ${message}.`)
      if (message.type === 'hello') {
        if (isKnown || message.payload.nonce !== nonce) return
        isKnown = true
        clearTimeout(timer)
        app = found
        return resolve(message.payload)
      }
      if (isKnown) take(message)
    }
    found.postMessage(writeMessage({ type: 'hello', payload: { nonce, versions: [VERSION] } }))
  })
}

function take(message: Exclude<FromApp, { type: 'hello' }>): void {
  const { type, payload } = message
  if (type === 'biometry' || type === 'push') {
    const answer = waiting.get(payload.id)
    waiting.delete(payload.id)
    answer?.(payload as never)
  }
  const handle = handlers[type] as ((payload: unknown) => void) | undefined
  handle?.(payload)
}
