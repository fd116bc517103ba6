import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { signInCode } from '../../../api/signInCode'
import { errorText } from '../../../api/problemText'
import { showFactor, signOut } from '../../../api/session'
import { dayText, timeText } from '../../../i18n/format'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Notice } from '../../../ui/Notice'
import { FactorForm } from '../../../domain/FactorForm'

/** The second factor of a sign-in. */
export default function FactorStep({ onShown }: { onShown: () => void }) {
  const show = async (shown: () => Promise<unknown>) => {
    await showFactor(shown)
    onShown()
  }
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Confirm that it is you</Trans>
      </h1>
      <p className="mt-2 mb-5 text-muted">
        <Trans>Signing in to your account requires a second factor.</Trans>
      </p>
      <FactorForm
        action={<Trans>Sign in</Trans>}
        onCode={(code) => show(() => signInCode.showFactor(code))}
        onPasskey={async () => {
          const { passkeys } = await import('../../../api/passkeys')
          await show(passkeys.show)
        }}
      />
      <div className="mt-2 grid justify-items-center gap-1">
        <Lost />
        <Button variant="text" onClick={() => void signOut()}>
          <Trans>Sign in as someone else</Trans>
        </Button>
      </div>
    </Card>
  )
}

/** For a customer without the app and recovery codes: support removes the factor after three days. */
function Lost() {
  const { i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [asked, setAsked] = useState<{ due_at?: string }>()
  const ask = () => {
    setBusy(true)
    setProblem(undefined)
    signInCode
      .lostFactor()
      .then(setAsked, setProblem)
      .finally(() => setBusy(false))
  }
  if (asked?.due_at) {
    const at = `${dayText(asked.due_at, i18n.locale, new Date())}, ${timeText(asked.due_at, i18n.locale)}`
    return (
      <Notice tone="act">
        <Trans>Your second factor will be removed on {at}. Sign in then with the code from your email.</Trans>
      </Notice>
    )
  }
  if (asked)
    return (
      <Notice tone="act">
        <Trans>Support will ask you to prove your identity. Three days after that you can sign in without it.</Trans>
      </Notice>
    )
  return (
    <>
      {problem ? <Notice tone="bad">{errorText(problem)}</Notice> : null}
      <Button variant="text" busy={busy} onClick={ask}>
        <Trans>I have lost it and my recovery codes too</Trans>
      </Button>
    </>
  )
}
