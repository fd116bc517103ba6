import { type ReactNode, Suspense, useState } from 'react'
import type { Challenge } from '../../api/signInCode'
import { sessionStore } from '../../api/session'
import { useSession } from '../../api/useSession'
import { lazyLater } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'
import { Card } from '../../ui/Card'
import { SkeletonRows } from '../../ui/Skeleton'
import { CodeStep } from './CodeStep'
import { EmailStep } from './EmailStep'
import { type Link, pendingLogin } from './pendingLogin'

const FactorStep = lazyLater(() => import('./seldom/FactorStep'), seldomWords)

type SignInProps = {
  /** The page after the sign-in. */
  back: string | undefined
  onSignedIn: () => void
  onBlocked: () => void
  /** The link to the sandbox's mailbox, or nothing. */
  mailbox: (email: string) => ReactNode
}

/** One flow for new and returning customers: the email, then the code that was sent to it. */
export function SignIn({ back, onSignedIn, onBlocked, mailbox }: SignInProps) {
  const session = useSession()
  const [login, setLogin] = useState(() => pendingLogin.read())
  const [expired] = useState(() => {
    const session = sessionStore.current()
    return session.status === 'out' && session.expired
  })
  const started = (email: string, challenge: Challenge, sends: number, begun?: Link) => {
    const link = begun ?? (login?.email === email ? login.link : undefined)
    const next = { email, challenge, sends, sentAt: Date.now(), ...(link ? { link } : {}) }
    pendingLogin.write(next)
    setLogin(next)
  }
  const change = () => {
    pendingLogin.clear()
    setLogin(undefined)
  }
  if (session.status === 'half')
    return (
      <Suspense
        fallback={
          <Card>
            <SkeletonRows count={3} />
          </Card>
        }
      >
        <FactorStep onShown={onSignedIn} />
      </Suspense>
    )
  if (!login)
    return (
      <EmailStep
        expired={expired}
        back={back}
        onSent={(email, challenge, link) => started(email, challenge, 1, link)}
        onSignedIn={onSignedIn}
        onBlocked={onBlocked}
      />
    )
  return (
    <CodeStep
      login={login}
      mailbox={mailbox(login.email)}
      onResent={(challenge) => started(login.email, challenge, login.sends + 1)}
      onChange={change}
      onBlocked={onBlocked}
      onSignedIn={() => {
        change()
        // With a second factor, one step remains.
        if (sessionStore.current().status === 'in') onSignedIn()
      }}
    />
  )
}
