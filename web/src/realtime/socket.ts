import type { QueryClient } from '@tanstack/react-query'
import { setConnection } from '../api/connection'
import type { components } from '../api/schema.gen'
import { tokens } from '../api/tokens'
import { backoffMs } from './backoff'
import { tell } from './events'
import { invalidateFor } from './invalidate'
import { publishPrices } from './prices'

type Frame = components['schemas']['ServerFrame']

const HIDDEN_CLOSE_MS = 60_000
const DOWN_BAR_MS = 10_000

/**
 * The one socket of the tab. It signs in by its first frame, resumes after the last event it has, and comes back with
 * a growing, jittered wait. A page hidden for a minute lets go; on return it connects and fetches again.
 */
export function startSocket(queries: QueryClient): () => void {
  let socket: WebSocket | undefined
  let seq: number | undefined
  let attempt = 0
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let hide: ReturnType<typeof setTimeout> | undefined
  let down: ReturnType<typeof setTimeout> | undefined

  const refetchAll = () => void queries.invalidateQueries()

  const heed = (frame: Frame) => {
    switch (frame.type) {
      case 'ready':
        attempt = 0
        clearTimeout(down)
        down = undefined
        setConnection('ok')
        seq ??= frame.seq
        return
      case 'rates':
        return publishPrices({ at: frame.at, expiresAt: frame.expires_at, prices: frame.prices })
      case 'rates_unavailable':
        return publishPrices(undefined)
      case 'event': {
        if (seq !== undefined && frame.seq <= seq) return
        seq = frame.seq
        const event = { ...frame, body: frame.body as Record<string, unknown> }
        invalidateFor(queries, event)
        return tell(event)
      }
      case 'resync':
        seq = frame.seq
        return refetchAll()
      case 'bye':
        if (frame.code === 'UNAUTHORIZED_REQUEST') void tokens.renew(tokens.access()).catch(() => undefined)
        return
      case 'ping':
        return
    }
  }

  const open = () => {
    const access = tokens.access()
    if (stopped || socket || access === undefined) return
    const next = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/client/v1/ws`)
    socket = next
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
    next.onmessage = (message) => heed(JSON.parse(String(message.data)) as Frame)
    next.onclose = () => {
      if (socket === next) socket = undefined
      if (stopped || document.hidden) return
      down ??= setTimeout(() => setConnection('unstable'), DOWN_BAR_MS)
      clearTimeout(retry)
      retry = setTimeout(open, backoffMs(attempt, Math.random()))
      attempt += 1
    }
  }

  const close = () => {
    clearTimeout(retry)
    socket?.close()
    socket = undefined
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
