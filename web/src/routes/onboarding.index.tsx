import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Welcome } from '../features/people/onboarding/Introduction'
import { laterWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'
import { buttonClass } from '../ui/Button'

export const Route = createFileRoute('/onboarding/')({
  loader: laterWords,
  component: WelcomePage,
  errorComponent: RouteError,
})

function WelcomePage() {
  const navigate = useNavigate()
  return (
    <EntryShell>
      <Welcome
        onDone={() => void navigate({ to: '/cabinet', replace: true })}
        steps={(words) => (
          <Link to="/onboarding/$" params={{ _splat: 'progress' }} className={buttonClass('quiet')}>
            {words}
          </Link>
        )}
      />
    </EntryShell>
  )
}
