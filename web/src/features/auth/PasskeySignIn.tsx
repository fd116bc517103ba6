import { Trans } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../../api/hasPasskeys'
import { Button } from '../../ui/Button'

type PasskeySignInProps = {
  onSignedIn: () => void
  onProblem: (error: unknown) => void
  /** One word, for a row of ways to sign in. */
  short?: boolean
}

/** Sign-in with a passkey. Hidden in browsers without passkeys. */
export function PasskeySignIn({ onSignedIn, onProblem, short = false }: PasskeySignInProps) {
  const [busy, setBusy] = useState(false)
  if (!hasPasskeys()) return null
  const go = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { passkeys } = await import('../../api/passkeys')
      await passkeys.signIn()
      onSignedIn()
    } catch (error) {
      onProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" busy={busy} onClick={() => void go()}>
      <KeyRound size={18} aria-hidden="true" />
      {short ? <Trans>Passkey</Trans> : <Trans>Sign in with a passkey</Trans>}
    </Button>
  )
}
