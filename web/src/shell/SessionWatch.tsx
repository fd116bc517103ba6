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
      const { status } = sessionStore.current()
      if (before === 'in' && status === 'out') {
        queries.clear()
        void router.invalidate()
      }
      before = status
    })
  }, [router, queries])
  return null
}
