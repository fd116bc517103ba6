import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { afterTerms, onboarded } from '../api/onboarded'
import { entrance, resolved } from '../api/session'
import { TermsConsent } from '../features/auth/seldom/TermsConsent'
import { safeBack } from '../domain/back'
import { seldomWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'

export const Route = createFileRoute('/confirm-terms')({
  loader: seldomWords,
  validateSearch: (search): { back?: string } => {
    const back = safeBack(search.back)
    return back ? { back } : {}
  },
  beforeLoad: async ({ search }) => {
    const session = await resolved()
    if (session.status !== 'in') throw redirect({ to: entrance(session), search })
    if (!session.consent) throw redirect({ href: search.back ?? '/cabinet', replace: true })
  },
  component: TermsPage,
  errorComponent: RouteError,
})

function TermsPage() {
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
