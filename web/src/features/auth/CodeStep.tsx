import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Challenge, signInCode } from '../../api/signInCode'
import { isApiError } from '../../api/problem'
import { signedIn } from '../../api/session'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { useCodeWords } from '../../domain/useCodeWords'
import { Notice } from '../../ui/Notice'
import { OtpInput } from '../../ui/OtpInput'
import { codeLength } from '../../ui/otp'
import type { PendingLogin } from './pendingLogin'
import { providerName } from '../../api/providerName'
import { PasskeySignIn } from './PasskeySignIn'
import { ResendButton } from './ResendButton'
import { usePasskeyFailed } from './usePasskeyFailed'
import { useRefusedCode } from './useRefusedCode'

type CodeStepProps = {
  login: PendingLogin
  mailbox: ReactNode
  onResent: (challenge: Challenge) => void
  onChange: () => void
  onBlocked: () => void
  onSignedIn: () => void
}

export function CodeStep({ login, mailbox, onResent, onChange, onBlocked, onSignedIn }: CodeStepProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [letters, setLetters] = useState(false)

  const words = useCodeWords()
  const refused = useRefusedCode()
  const passkeyFailed = usePasskeyFailed(setProblem, onBlocked)
  // The messenger flow asks every user for the code, with or without an account.
  const provider = login.link?.provider === 'telegram' ? undefined : login.link?.provider
  const check = async (typed: string) => {
    if (busy) return
    if (typed.length < codeLength(typed)) return setProblem(t`Enter the whole code`)
    setBusy(true)
    setProblem(undefined)
    try {
      signedIn(await signInCode.finish(login.challenge.challenge_id, typed, login.link?.token))
      onSignedIn()
    } catch (error) {
      if (isApiError(error) && error.code === 'USER_BLOCKED') return onBlocked()
      setProblem(words(error))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void check(code)
  }
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Enter the code</Trans>
      </h1>
      <p className="mt-2 mb-5 text-muted">
        <Trans>
          We sent it to <b className="break-all font-semibold text-text">{login.email}</b>.
        </Trans>{' '}
        <button type="button" className="font-semibold text-brand underline" onClick={onChange}>
          <Trans>Change email</Trans>
        </button>
      </p>
      {login.challenge.registration_paused ? (
        <div className="mb-4">
          <Notice tone="wait">
            <Trans>
              Very many codes are asked for at the moment, so new accounts cannot be opened by email within this hour.
              If you have an account, your code is on its way.
            </Trans>
          </Notice>
        </div>
      ) : null}
      {provider ? (
        <div className="mb-4">
          <Notice tone="act">
            <Trans>An account with this email already exists. The code links {providerName(provider)} to it.</Trans>
          </Notice>
        </div>
      ) : null}
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <OtpInput
          label={t`Code from the email`}
          value={code}
          onChange={(text) => {
            setCode(text)
            if (text) setProblem(undefined)
          }}
          onComplete={(text) => void check(text)}
          error={problem}
          busy={busy}
          letters={letters}
        />
        <Button type="submit" busy={busy}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
      <div className="mt-2 grid justify-items-center">
        <ResendButton login={login} onResent={onResent} onProblem={(error) => setProblem(refused(error))} />
        {problem && !letters ? (
          <Button variant="text" onClick={() => setLetters(true)}>
            <Trans>My code has letters</Trans>
          </Button>
        ) : null}
        {problem ? (
          <div className="mt-3 grid w-full empty:hidden">
            <PasskeySignIn onSignedIn={onSignedIn} onProblem={passkeyFailed} />
          </div>
        ) : null}
        {mailbox}
      </div>
    </Card>
  )
}
