import type { QueryClient } from '@tanstack/react-query'
import { setConnection } from '../api/connection'
import type { components } from '../api/schema.gen'
import { tokens } from '../api/tokens'
import { backoffMs } from './backoff'
import { invalidate, invalidateFor, invalidateMoney } from './invalidate'
import { setLive } from './live'
import { publishPrices } from './prices'

type Frame = components['schemas']['ServerFrame']
type ClientFrame = components['schemas']['ClientFrame']

const HIDDEN_CLOSE_MS = 60_000
const DOWN_BAR_MS = 10_000
/** The server sends at least every 25 s: after this silence the connection is dead, even if the socket looks open. */
const SILENCE_MS = 35_000

/**
 * The tab's only socket. It authenticates with its first frame, resumes after the last received event, and reconnects
 * with an exponential, jittered back-off. It closes after the page is hidden for a minute; on return it reconnects and
 * refetches.
 */
export function startSocket(queries: QueryClient): () => void {
  let socket: WebSocket | undefined
  let seq: number | undefined
  let attempt = 0
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let hide: ReturnType<typeof setTimeout> | undefined
  let down: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  // Only its own expiry renews a firm quote, because another quote would be another promise.
  const refetchAll = () =>
    invalidate(queries, { predicate: ({ queryKey }) => queryKey[0] !== 'quote' || queryKey[1] !== 'firm' })

  const heed = (frame: Frame) => {
    switch (frame.type) {
      case 'ready':
        attempt = 0
        clearTimeout(down)
        down = undefined
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
        if (frame.code === 'UNAUTHORIZED_REQUEST') void tokens.renew(tokens.access()).catch(() => undefined)
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
      down ??= setTimeout(() => setConnection('unstable'), DOWN_BAR_MS)
      clearTimeout(retry)
      retry = setTimeout(open, backoffMs(attempt, Math.random()))
      attempt += 1
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
      open()
      refetchAll()
    }
  }

  document.addEventListener('visibilitychange', seen)
  addEventListener('online', open)
  open()
  return () => {
    stopped = true
    for (const timer of [retry, hide, down]) clearTimeout(timer)
    close()
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('online', open)
  }
}
