import { createFileRoute, redirect, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { afterTerms, onboarded } from '../api/onboarded'
import { entrance, resolved } from '../api/session'
import { TermsConsent } from '../features/auth/seldom/TermsConsent'
import { safeBack } from '../domain/back'
import { seldomWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'
import { Skeleton } from '../ui/Skeleton'

export const Route = createFileRoute('/confirm-terms')({
  loader: seldomWords,
  validateSearch: (search): { back?: string } => {
    const back = safeBack(search.back)
    return back ? { back } : {}
  },
  beforeLoad: async ({ search, location }) => {
    // A payer without an account: the secret of a payment's link is the fragment of the address.
    if (location.hash.startsWith('agp_')) return
    const session = await resolved()
    if (session.status !== 'in') throw redirect({ to: entrance(session), search })
    if (!session.consent) throw redirect({ href: search.back ?? '/cabinet', replace: true })
  },
  component: TermsPage,
  errorComponent: RouteError,
})

const PayTerms = lazy(() => import('../features/pay/PayTerms'))

function TermsPage() {
  const token = useRouterState({ select: ({ location }) => location.hash })
  return token.startsWith('agp_') ? (
    <EntryShell wide>
      <Suspense fallback={<Skeleton className="h-[420px]" />}>
        <PayTerms key={token} token={token} />
      </Suspense>
    </EntryShell>
  ) : (
    <CustomersTerms />
  )
}

/** For a customer who has just signed in. */
function CustomersTerms() {
  const { back } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <EntryShell wide>
      <TermsConsent
        onAccepted={(isNewcomer) =>
          void navigate({ href: afterTerms(back, isNewcomer, onboarded.kept()), replace: true })
        }
        onLeft={() => void navigate({ to: '/authentication', replace: true })}
      />
    </EntryShell>
  )
}
