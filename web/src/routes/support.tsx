import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { BackIcon, backClass } from '../ui/BackButton'
import { buttonClass } from '../ui/Button'
import { resolved } from '../api/session'
import { useSession } from '../api/useSession'
import { keptOf, openedFrom, orderOf, placeOf, type SupportSearch } from '../features/support/place'
import { lastFailed } from '../domain/lastFailed'
import { SupportPage } from '../features/support/SupportPage'
import { AppShell } from '../shell/AppShell'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'
import { config } from '../host/config'
import { seldomWords } from '../i18n/load'

export const Route = createFileRoute('/support')({
  // Open to everyone, even if the session cannot be resolved.
  beforeLoad: async () => void (await resolved().catch(() => undefined)),
  loader: seldomWords,
  // Checked where it is read, so that the check is not in the start-up script.
  validateSearch: (search): SupportSearch => search as SupportSearch,
  component: SupportRoute,
  errorComponent: RouteError,
})

function SupportRoute() {
  const search = Route.useSearch()
  const session = useSession()
  const navigate = useNavigate()
  const router = useRouter()
  const queries = useQueryClient()
  // While this page is shown for the first time, the router still knows the one before.
  const [before] = useState(() => router.state.resolvedLocation?.pathname.replace(/^\/support$/, ''))
  const [failed] = useState(() => lastFailed(queries))
  const { screen: from = before, request: requestId = failed } = openedFrom(search)
  const isIn = session.status === 'in' && !session.consent
  // A screen of an order names it in its path.
  const id = /ord_[0-9a-f]{32}/.exec(from ?? '')?.[0]
  const order = { ...(id ? { id } : {}), ...orderOf(search) }
  const kept = keptOf(search)
  const page = (
    <SupportPage
      name={config.tenant.name}
      mail={config.tenant.brand?.support_email}
      place={placeOf(search)}
      order={order}
      person={isIn ? session.email : undefined}
      context={{
        app_version: config.version,
        ...(order.id ? { transaction_id: order.id } : {}),
        ...(from ? { screen: from } : {}),
        ...(requestId ? { request_id: requestId } : {}),
      }}
      link={(to, dress, words: ReactNode) => (
        <Link to="/support" search={{ ...kept, ...to }} className={dress}>
          {words}
        </Link>
      )}
      go={(to) => void navigate({ to: '/support', search: to, replace: true })}
      back={
        <Link to="/support" search={kept} className={backClass}>
          <BackIcon />
        </Link>
      }
      signIn={
        <Link to="/authentication" className={buttonClass()}>
          <Trans>Sign in</Trans>
        </Link>
      }
    />
  )
  if (isIn) return <AppShell>{page}</AppShell>
  return (
    <EntryShell wide>
      {page}
      <Link to="/cabinet" className={buttonClass('quiet', 'mt-4')}>
        <Trans>Go home</Trans>
      </Link>
    </EntryShell>
  )
}
