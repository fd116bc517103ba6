import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { came } from '../api/came'
import { type Session, sessionStore } from '../api/session'
import { clearDrafts } from '../domain/draft'
import { notify } from '../ui/toast'
import { readOwnSettings } from './ownSettings'

// Most visits have no campaign, so the code is loaded only for others.
const tellCampaign = async () => {
  if (came.something()) await (await import('../api/campaign')).sendCampaign()
}

// Until the terms are accepted, the server refuses all other requests.
const entered = (session: Session) => session.status === 'in' && !session.consent

/**
 * Loads the customer's settings when a session begins. When it ends for any reason, clears the cache and lets the
 * guards redirect to sign-in.
 */
export function SessionWatch() {
  const router = useRouter()
  const queries = useQueryClient()
  useEffect(() => {
    // Settings are optional: without them the page stays as it is.
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
        // An explicit sign-out starts over. An expired session returns to this page after sign-in; a blocked one gets
        // the reason.
        if (now.expired || now.blocked) void router.invalidate()
        else {
          clearDrafts()
          void router.navigate({ to: '/authentication', search: {} })
        }
      }
      before = now
    })
    // The language is not a dependency: a change of language begins no session, and a new read would revert the change.
  }, [router, queries])
  return null
}
