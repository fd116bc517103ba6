import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { came } from '../api/came'
import { type Session, sessionStore } from '../api/session'
import { clearDrafts } from '../flow/draft'
import { notify } from '../ui/toast'
import { readOwnSettings } from './ownSettings'

// Most people came by none: the rest is fetched for who did.
const tellCampaign = async () => {
  if (came.something()) await (await import('../api/campaign')).sendCampaign()
}

// Until the terms are accepted, the server answers nothing but them.
const entered = (session: Session) => session.status === 'in' && !session.consent

/**
 * When a session begins, its person's settings are read. When it ends, whoever ended it: forget what was fetched, and
 * let the guards send the person to sign in.
 */
export function SessionWatch() {
  const router = useRouter()
  const queries = useQueryClient()
  useEffect(() => {
    // Settings are a comfort: without them the page stays as it is.
    const read = () => {
      void readOwnSettings(queries).catch(() => undefined)
      void tellCampaign().catch(() => undefined)
    }
    const tell = (session: Session) => {
      if (session.status !== 'out' || !session.untold) return
      notify.warning(
        i18n._(msg`You are signed out on this device. The server will be told as soon as it can be reached.`),
      )
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
        // Who left by choice starts afresh; who was thrown out comes back to this page, or is told why not.
        if (now.expired || now.blocked) void router.invalidate()
        else {
          clearDrafts()
          void router.navigate({ to: '/authentication', search: {} })
        }
      }
      before = now
    })
    // Not of the language: who changes it begins no session, and what was read at its beginning must not undo the change.
  }, [router, queries])
  return null
}
