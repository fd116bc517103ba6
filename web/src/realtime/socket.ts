import type { QueryClient } from '@tanstack/react-query'
import { connectionStore, setConnection } from '../api/connection'
import type { components } from '../api/schema.gen'
import { tokens } from '../api/tokens'
import { invalidate, invalidateFor, invalidateMoney } from './invalidate'
import { setLive } from './live'
import { publishPrices } from './prices'

type Frame = components['schemas']['ServerFrame']
type ClientFrame = components['schemas']['ClientFrame']

const HIDDEN_CLOSE_MS = 60_000
/**
 * The attempts to connect again, and the delay before each (specification, "The calls it makes" and "Business constants
 * and limits").
 */
const TRIES_MOST = 3
const TRY_MS = 10_000
/** The delay is longer by up to this, so that clients do not reconnect at the same moment. */
const SPREAD_MS = 1_000
/** The server sends at least every 25 s: after this silence the connection is dead, even if the socket looks open. */
const SILENCE_MS = 35_000

/**
 * The tab's only socket. It authenticates with its first frame, resumes after the last received event, and tries three
 * times to reconnect, ten seconds apart. Then a notice offers a reload, and pages poll. It tries again when the browser
 * is online, when the page is shown again, and with a new token. It closes after the page is hidden for a minute; on
 * return it reconnects and refetches.
 */
export function startSocket(queries: QueryClient): () => void {
  let socket: WebSocket | undefined
  let seq: number | undefined
  let tries = 0
  let stopped = false
  let hasGivenUp = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let hide: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  // An answer to a request does not prove that the websocket works, and must not end its notice.
  const insist = () => {
    if (hasGivenUp && connectionStore.current() === 'ok') setConnection('unstable')
  }
  const forget = connectionStore.subscribe(insist)

  // Only its own expiry renews a firm quote, because another quote would be another promise.
  const refetchAll = () =>
    invalidate(queries, { predicate: ({ queryKey }) => queryKey[0] !== 'quote' || queryKey[1] !== 'firm' })

  const heed = (frame: Frame) => {
    switch (frame.type) {
      case 'ready':
        tries = 0
        hasGivenUp = false
        setConnection('ok')
        setLive(true)
        // No event covers changes between the page's first requests and the connection.
        if (seq === undefined) invalidateMoney(queries)
        seq ??= frame.seq
        return
      case 'rates':
        return publishPrices({ at: frame.at, expiresAt: frame.expires_at, prices: frame.prices })
      case 'rates_unavailable':
        return publishPrices(undefined)
      case 'event': {
        if (seq !== undefined && frame.seq <= seq) return
        seq = frame.seq
        return invalidateFor(queries, frame)
      }
      case 'notifications':
        queries.setQueryData(['notifications', 'unread'], frame)
        return invalidate(queries, { queryKey: ['notifications', 'list'] })
      case 'resync':
        seq = frame.seq
        return refetchAll()
      case 'bye':
        if (frame.code === 'UNAUTHORIZED_REQUEST') {
          const used = tokens.access()
          void tokens.renew(used).then(
            (fresh) => fresh !== undefined && renewed(),
            () => undefined,
          )
        }
        if (frame.code === 'ACCESS_DENIED') tokens.refused(tokens.profile() ?? null)
        return
      case 'ping':
        return socket?.send(JSON.stringify({ type: 'pong' } satisfies ClientFrame))
    }
  }

  const open = () => {
    const access = tokens.access()
    if (stopped || socket || access === undefined) return
    const next = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/client/v1/ws`)
    socket = next
    const lost = () => {
      if (socket !== next) return
      gone()
      if (stopped || document.hidden) return
      clearTimeout(retry)
      if (tries >= TRIES_MOST) {
        hasGivenUp = true
        return insist()
      }
      retry = setTimeout(open, TRY_MS + SPREAD_MS * Math.random())
      tries += 1
    }
    // A dead connection raises no close event, so it is abandoned and replaced.
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        next.close()
        lost()
      }, SILENCE_MS)
    }
    listen()
    next.onopen = () => {
      const profile = tokens.profile()
      next.send(
        JSON.stringify({
          type: 'auth',
          access_token: access,
          ...(profile ? { profile_id: profile } : {}),
          ...(seq === undefined ? {} : { after_seq: seq }),
        }),
      )
    }
    next.onmessage = (message) => {
      if (socket !== next) return
      listen()
      heed(JSON.parse(String(message.data)) as Frame)
    }
    next.onclose = lost
  }

  /** Connects at once, if there is no connection, and may try again as often as at first. */
  const again = () => {
    clearTimeout(retry)
    tries = 0
    open()
  }

  /** Replaces a connection whose token has expired. */
  const renewed = () => {
    close()
    again()
  }

  const gone = () => {
    clearTimeout(silence)
    socket = undefined
    setLive(false)
  }

  const close = () => {
    clearTimeout(retry)
    const open = socket
    gone()
    open?.close()
  }

  const seen = () => {
    clearTimeout(hide)
    if (document.hidden) {
      hide = setTimeout(close, HIDDEN_CLOSE_MS)
    } else if (!socket) {
      again()
      refetchAll()
    }
  }

  document.addEventListener('visibilitychange', seen)
  addEventListener('online', again)
  open()
  return () => {
    stopped = true
    for (const timer of [retry, hide]) clearTimeout(timer)
    forget()
    if (hasGivenUp && connectionStore.current() === 'unstable') setConnection('ok')
    close()
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('online', again)
  }
}
