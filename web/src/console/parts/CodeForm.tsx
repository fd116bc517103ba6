import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { timeText } from '../../i18n/format'
import { Button } from '../../ui/Button'
import { OtpInput } from '../../ui/OtpInput'

const DIGITS = 6

/** Asks for a code of the authenticator app. */
export function CodeForm({ action, onCode }: { action: ReactNode; onCode: (code: string) => Promise<void> }) {
  const { t, i18n } = useLingui()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const words = (error: unknown): string => {
    if (!isApiError(error)) return errorText(error)
    const until = error.meta.locked_until
    if (typeof until === 'string') {
      const time = timeText(until, i18n.locale)
      return t`Too many wrong codes. You can try again at ${time}.`
    }
    if (error.code === 'AUTH_2FA_INVALID') return t`The code is not right, or was used before. Wait for the next one.`
    return errorText(error)
  }
  const check = async (typed: string) => {
    if (busy) return
    if (typed.length !== DIGITS) return setProblem(t`Enter the whole code`)
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
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void check(code)
      }}
    >
      <OtpInput
        label={t`Code from your authenticator app`}
        value={code}
        onChange={(text) => {
          setCode(text)
          if (text) setProblem(undefined)
        }}
        onComplete={(text) => void check(text)}
        error={problem}
        busy={busy}
      />
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </form>
  )
}
