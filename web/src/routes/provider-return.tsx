import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { ProviderReturn } from '../features/auth/seldom/ProviderReturn'
import { seldomWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'

export const Route = createFileRoute('/provider-return')({
  validateSearch: (search): { state?: string; refused?: true } => ({
    ...(typeof search.state === 'string' ? { state: search.state } : {}),
    ...(search.refused ? { refused: true as const } : {}),
  }),
  loader: seldomWords,
  component: ReturnPage,
  errorComponent: RouteError,
})

function ReturnPage() {
  const { state, refused } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <EntryShell>
      <ProviderReturn
        state={state ?? ''}
        refused={refused ?? false}
        onSignedIn={(back) => void navigate({ href: back ?? '/cabinet', replace: true })}
        onLinked={() => void navigate({ to: '/profile', replace: true })}
        onCode={() => void navigate({ to: '/authentication', replace: true })}
        onBlocked={() => void navigate({ to: '/authentication/blocked', replace: true })}
        again={(words) => (
          <Link to="/authentication" className="inline-flex min-h-11 items-center font-semibold text-brand underline">
            {words}
          </Link>
        )}
      />
    </EntryShell>
  )
}
