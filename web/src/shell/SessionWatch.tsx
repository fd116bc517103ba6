import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionStore } from '../api/session'
import { readOwnSettings } from './ownSettings'

/** When a session begins, its person's settings are read. When it ends, whoever ended it: forget what was fetched, and let the guards send the person to sign in. */
export function SessionWatch() {
  const router = useRouter()
  const queries = useQueryClient()
  useEffect(() => {
    // Settings are a comfort: without them the page stays as it is.
    const read = () => void readOwnSettings(queries).catch(() => undefined)
    let before = sessionStore.current().status
    if (before === 'in') read()
    return sessionStore.subscribe(() => {
      const now = sessionStore.current()
      if (before !== 'in' && now.status === 'in') read()
      if (before === 'in' && now.status === 'out') {
        queries.clear()
        // Who left by choice starts afresh; who was thrown out comes back to this page.
        if (now.expired) void router.invalidate()
        else void router.navigate({ to: '/authentication', search: {} })
      }
      before = now.status
    })
  }, [router, queries])
  return null
}
