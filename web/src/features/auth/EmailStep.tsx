import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import type { Challenge } from '../../api/signInCode'
import { isApiError } from '../../api/problem'
import { config } from '../../host/config'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { emailProblem } from './email'
import type { Link } from './pendingLogin'
import { begin } from './begin'
import { PasskeySignIn } from './PasskeySignIn'
import { ProviderButtons } from './ProviderButtons'
import { usePasskeyFailed } from './usePasskeyFailed'
import { useRefusedCode } from './useRefusedCode'
import { Working } from './Working'

type EmailStepProps = {
  expired: boolean
  onSent: (email: string, challenge: Challenge, link?: Link) => void
  onSignedIn: () => void
  onBlocked: () => void
}

export function EmailStep({ expired, onSent, onSignedIn, onBlocked }: EmailStepProps) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const refuse = (words: string) => {
    setProblem(words)
    field.current?.focus()
  }
  const passkeyFailed = usePasskeyFailed(refuse, onBlocked)
  const refused = useRefusedCode()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = emailProblem(email)
    if (wrong)
      return refuse(wrong === 'required' ? t`Field is required` : t`Enter an email address, like name@mail.com`)
    setBusy(true)
    try {
      const { challenge, link } = await begin(email.trim(), () => setWorking(true))
      onSent(email.trim(), challenge, link)
    } catch (error) {
      if (isApiError(error) && error.code === 'USER_BLOCKED') return onBlocked()
      const shape = isApiError(error) && error.code === 'VALIDATION_ERROR'
      refuse(shape ? t`Enter an email address, like name@mail.com` : refused(error))
    } finally {
      setBusy(false)
      setWorking(false)
    }
  }
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Sign in to {config.tenant.name}</Trans>
      </h1>
      <p className="mt-2 mb-5 text-muted">
        <Trans>We will email you a code. If you are new here, it also creates your account.</Trans>
      </p>
      {/* `dialog`: submitting the prerendered form, before the app has loaded, sends no request. */}
      <form method="dialog" className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
        {expired ? (
          <Notice tone="wait">
            <Trans>Your session has ended. Sign in again.</Trans>
          </Notice>
        ) : null}
        <TextField
          ref={field}
          label={t`Email`}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          value={email}
          onChange={(text) => {
            setEmail(text)
            setProblem(undefined)
          }}
          error={problem}
        />
        <Button type="submit" busy={busy}>
          <Trans>Continue</Trans>
        </Button>
        <Working on={working} />
      </form>
      <PasskeySignIn onSignedIn={onSignedIn} onProblem={passkeyFailed} />
      <ProviderButtons onProblem={refuse} />
    </Card>
  )
}
