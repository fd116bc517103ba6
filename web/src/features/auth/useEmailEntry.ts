import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import type { Challenge } from '../../api/signInCode'
import { isApiError } from '../../api/problem'
import { host } from '../../host/adapter'
import type { Link } from './pendingLogin'
import { usePasskeyFailed } from './usePasskeyFailed'
import { useRefusedCode } from './useRefusedCode'

/** Not needed before an address is typed. */
const load = () => Promise.all([import('./email'), import('./begin')])

export type EmailEntryProps = {
  onSent: (email: string, challenge: Challenge, link?: Link) => void
  onBlocked: () => void
}

/** The state of an email field that sends a code, and the error text of every way to sign in beside it. */
export function useEmailEntry({ onSent, onBlocked }: EmailEntryProps) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(host.widget.email ?? '')
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
    setBusy(true)
    try {
      const [{ emailProblem }, { begin }] = await load()
      const wrong = emailProblem(email)
      if (wrong)
        return refuse(wrong === 'required' ? t`Field is required` : t`Enter an email address, like name@mail.com`)
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
  const change = (text: string) => {
    // In advance of the submission, which reports a failure.
    void load().catch(() => undefined)
    setEmail(text)
    setProblem(undefined)
  }
  return {
    busy,
    working,
    refuse,
    passkeyFailed,
    submit: (event: FormEvent) => void submit(event),
    /** The properties of the text field. */
    input: {
      ref: field,
      value: email,
      onChange: change,
      error: problem,
      readOnly: host.widget.isEmailLocked,
      ...EMAIL_INPUT,
    },
  }
}

const EMAIL_INPUT = {
  name: 'email',
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'off',
  spellCheck: false,
} as const
