import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { hasPasskeys } from '../api/hasPasskeys'
import { isApiError } from '../api/problem'
import { errorText } from '../api/problemText'
import { Button } from '../ui/Button'
import { OtpInput } from '../ui/OtpInput'
import { codeLength } from '../ui/otp'
import { TextField } from '../ui/TextField'
import { timeText } from '../i18n/format'

const RECOVERY_LETTERS = 16

const refused = (error: { code: string }) => error.code === 'AUTH_2FA_INVALID'

type FactorFormProps = {
  action: ReactNode
  onCode: (code: string) => Promise<void>
  /** Switches to a passkey. Not set for a customer without one. */
  onPasskey?: (() => Promise<void>) | undefined
}

/** Asks for a code of the authenticator app, or instead for a passkey or a recovery code. */
export function FactorForm({ action, onCode, onPasskey }: FactorFormProps) {
  const { t, i18n } = useLingui()
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const words = (error: unknown): string => {
    const until = isApiError(error) ? error.meta.locked_until : undefined
    if (typeof until !== 'string') return errorText(error)
    const time = timeText(until, i18n.locale)
    return t`Too many wrong codes. You can try again at ${time}.`
  }
  const check = async (typed: string) => {
    if (busy) return
    const enough = recovery
      ? typed.replace(/[\s-]/g, '').length === RECOVERY_LETTERS
      : typed.length === codeLength(typed)
    if (!enough) return setProblem(t`Enter the whole code`)
    setBusy(true)
    setProblem(undefined)
    try {
      await onCode(typed)
    } catch (error) {
      setProblem(words(error))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  const usePasskey = async (ask: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await ask()
    } catch (error) {
      // After cancelling the browser's prompt, the customer continues with a code.
      if (isApiError(error)) setProblem(refused(error) ? t`This passkey was not accepted.` : errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const type = (text: string) => {
    setCode(text)
    if (text) setProblem(undefined)
  }
  const turn = () => {
    setRecovery(!recovery)
    setCode('')
    setProblem(undefined)
  }
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void check(code)
      }}
    >
      {recovery ? (
        <TextField
          label={t`Recovery code`}
          value={code}
          onChange={type}
          error={problem}
          hint={t`16 letters and digits; each code works once`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          mono
        />
      ) : (
        <OtpInput
          label={t`Code from your authenticator app`}
          value={code}
          onChange={type}
          onComplete={(text) => void check(text)}
          error={problem}
          busy={busy}
        />
      )}
      <Button type="submit" busy={busy}>
        {action}
      </Button>
      {onPasskey && hasPasskeys() ? (
        <Button variant="quiet" busy={busy} onClick={() => void usePasskey(onPasskey)}>
          <KeyRound size={18} aria-hidden="true" />
          <Trans>Use a passkey</Trans>
        </Button>
      ) : null}
      <Button variant="text" onClick={turn}>
        {recovery ? <Trans>Use the authenticator app</Trans> : <Trans>Use a recovery code</Trans>}
      </Button>
    </form>
  )
}
