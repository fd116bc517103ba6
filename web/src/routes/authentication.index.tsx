import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { SignIn } from '../features/auth/SignIn'
import { SandboxMailLink } from '../features/auth/SandboxMailLink'
import { config } from '../host/config'
import { EntryShell } from '../shell/EntryShell'

export const Route = createFileRoute('/authentication/')({ component: SignInPage })

function SignInPage() {
  const { back } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <EntryShell>
      <SignIn
        back={back}
        onSignedIn={() => void navigate({ href: back ?? '/cabinet', replace: true })}
        onBlocked={() => void navigate({ to: '/authentication/blocked', replace: true })}
        mailbox={(email) =>
          config.sandbox ? (
            <Link
              to="/sandbox/mail"
              search={{ to: email }}
              target="_blank"
              className="inline-flex min-h-11 items-center font-semibold text-brand underline"
            >
              <SandboxMailLink />
            </Link>
          ) : null
        }
      />
      <p className="mt-4 text-center">
        <Link to="/support" className="inline-flex min-h-11 items-center font-semibold text-brand">
          <Trans>Contact support</Trans>
        </Link>
      </p>
    </EntryShell>
  )
}
