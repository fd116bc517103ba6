import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useRouterState } from '@tanstack/react-router'
import { SharedStatusPage } from '../features/transaction/shared/SharedStatusPage'
import { laterWords } from '../i18n/load'
import { EntryShell } from '../shell/EntryShell'
import { buttonClass } from '../ui/Button'

/** For everybody with a link, signed in or not. The secret is the fragment of the address. */
export const Route = createFileRoute('/status')({
  loader: laterWords,
  component: StatusPage,
})

function StatusPage() {
  const token = useRouterState({ select: ({ location }) => location.hash })
  return (
    <EntryShell wide>
      <SharedStatusPage
        key={token}
        token={token}
        signIn={
          <Link to="/authentication" className={buttonClass('text')}>
            <Trans>Sign in</Trans>
          </Link>
        }
      />
    </EntryShell>
  )
}
