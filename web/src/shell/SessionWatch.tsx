import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sendCampaign } from '../api/campaign'
import { type Session, sessionStore } from '../api/session'
import { clearDrafts } from '../flow/draft'
import { notify } from '../ui/toast'
import { readOwnSettings } from './ownSettings'

// Until the terms are accepted, the server answers nothing but them.
const entered = (session: Session) => session.status === 'in' && !session.consent

/**
 * When a session begins, its person's settings are read. When it ends, whoever ended it: forget what was fetched, and
 * let the guards send the person to sign in.
 */
export function SessionWatch() {
  const { t } = useLingui()
  const router = useRouter()
  const queries = useQueryClient()
  useEffect(() => {
    // Settings are a comfort: without them the page stays as it is.
    const read = () => {
      void readOwnSettings(queries).catch(() => undefined)
      void sendCampaign().catch(() => undefined)
    }
    const tell = (session: Session) => {
      if (session.status !== 'out' || !session.untold) return
      notify.warning(t`Signed out here. The server is told as soon as it can be reached.`)
    }
    let before = sessionStore.current()
    if (entered(before)) read()
    tell(before)
    return sessionStore.subscribe(() => {
      const now = sessionStore.current()
      if (entered(now) && !entered(before)) read()
      tell(now)
      if (before.status === 'in' && now.status === 'out') {
        queries.clear()
        // Who left by choice starts afresh; who was thrown out comes back to this page.
        if (now.expired) void router.invalidate()
        else {
          clearDrafts()
          void router.navigate({ to: '/authentication', search: {} })
        }
      }
      before = now
    })
  }, [router, queries, t])
  return null
}
