import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { ask } from '../api/ask'
import { passkeys } from '../api/passkeys'
import { type Session, sessionQuery } from '../api/queries'
import { CodeForm } from '../parts/CodeForm'
import { DemoOperators } from '../parts/DemoOperators'
import { PasskeyButton } from '../parts/PasskeyButton'

/** Sign-in: with a code in a registered browser, or with a passkey in any browser. */
export function SignInPage({ session }: { session: Session }) {
  const queries = useQueryClient()
  const inside = () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  const enter = async (code: string) => {
    await ask('session', { method: 'POST', body: { code } })
    await inside()
  }
  const enterByPasskey = async () => {
    await passkeys.signIn()
    await inside()
  }
  return (
    <main className="mx-auto grid min-h-dvh max-w-[440px] content-center gap-4 p-4">
      <h1>
        <Trans>{session.tenant} console</Trans>
      </h1>
      {session.demo_operators?.length ? <DemoOperators all={session.demo_operators} onDone={inside} /> : null}
      {session.known_as ? (
        <Card>
          <p className="mb-4">
            <Trans>
              Sign in as <strong>{session.known_as}</strong>
            </Trans>
          </p>
          <CodeForm action={<Trans>Sign in</Trans>} onCode={enter} />
          <PasskeyButton onUse={enterByPasskey} />
        </Card>
      ) : (
        <Card>
          <Notice tone="act">
            <Trans>
              This browser is not known. Use a passkey, open your invitation link in it, or ask an administrator for a
              new link.
            </Trans>
          </Notice>
          <PasskeyButton onUse={enterByPasskey} />
        </Card>
      )}
    </main>
  )
}
