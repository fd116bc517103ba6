import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { connectionStore } from '../api/connection'
import { errorText } from '../api/problemText'
import { Spinner } from '../ui/Spinner'
import { ErrorState } from '../ui/States'
import { type Session, sessionQuery } from './api/queries'
import { Frame } from './Frame'
import { JoinPage } from './pages/JoinPage'
import { SignInPage } from './pages/SignInPage'
import { Announcer } from './parts/Announcer'
import { ConfirmDialog } from './parts/ConfirmDialog'
import { Place } from './Place'
import { usePlace } from './place'

/** The operators' console: invitation, sign-in, and the pages. */
export function Console() {
  const place = usePlace()
  const session = useQuery({ ...sessionQuery, refetchInterval: 60_000 })
  if (place === '/join') return <JoinPage />
  if (session.data) return <Inside session={session.data} place={place} />
  if (session.error)
    return (
      <main className="mx-auto max-w-[440px] p-4">
        <NoSession error={session.error} onRetry={() => void session.refetch()} />
      </main>
    )
  return (
    <main className="grid min-h-dvh place-items-center" aria-busy="true">
      <Spinner />
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
    </main>
  )
}

/**
 * The session could not be asked for. The browser knows whether that is for lack of a connection. Without a drawing, which
 * would have to be fetched.
 */
function NoSession({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const connection = useSyncExternalStore(connectionStore.subscribe, connectionStore.current)
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    // The query client misses this event if the page was opened offline.
    const retry = () => again()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  if (connection !== 'offline') return <ErrorState onRetry={onRetry}>{errorText(error)}</ErrorState>
  return (
    <ErrorState title={<Trans>You are offline</Trans>} onRetry={onRetry}>
      <Trans>The console opens as soon as you are connected again.</Trans>
    </ErrorState>
  )
}

function Inside({ session, place }: { session: Session; place: string }) {
  if (!session.me) return <SignInPage session={session} />
  return (
    <Frame me={session.me} place={place}>
      <Place me={session.me} place={place} />
      <ConfirmDialog />
      <Announcer place={place} />
    </Frame>
  )
}
