import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionStore } from '../api/session'

/** When the session ends, whoever ended it: forget what was fetched, and let the guards send the person to sign in. */
export function SessionWatch() {
  const router = useRouter()
  const queries = useQueryClient()
  useEffect(() => {
    let before = sessionStore.current().status
    return sessionStore.subscribe(() => {
      const now = sessionStore.current()
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
