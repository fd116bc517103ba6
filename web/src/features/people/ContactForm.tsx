import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/Button'
import { OtpInput } from '../../ui/OtpInput'
import { codeLength } from '../../ui/otp'
import { TextField } from '../../ui/TextField'
import { isBroken, type Rule } from '../../rules/rules'
import type { ContactChallenge } from './queries'
import { useCodeWords } from '../../domain/useCodeWords'
import { useRuleWords } from './words'

/** A code that was sent to `target`. */
type Sent = { target: string; challenge: ContactChallenge; at: number; again: () => Promise<ContactChallenge> }

type ContactFormProps = {
  /** A notice above the field. */
  notice?: ReactNode
  label: string
  type: 'email' | 'tel'
  placeholder: string
  rule: Rule
  /** The contact to begin with. */
  given?: string | undefined
  /** The contact cannot be changed. */
  isLocked?: boolean | undefined
  /** The channels for the code, the default first. */
  ways: readonly { words: ReactNode; send: (target: string) => Promise<ContactChallenge> }[]
  confirm: (challenge: string, code: string) => Promise<unknown>
  /** The text of a refusal to send. */
  words: (error: unknown) => string
  /** The link to the sandbox's mailbox, or nothing. */
  mailbox: (to: string) => ReactNode
  onDone: () => void
}

/** Changes the email or phone: first the new contact, then the code that was sent to it. */
export function ContactForm(props: ContactFormProps) {
  const [sent, setSent] = useState<Sent>()
  return sent ? (
    <CodeForm {...props} sent={sent} onResent={setSent} onBack={() => setSent(undefined)} />
  ) : (
    <TargetForm {...props} onSent={setSent} />
  )
}

function TargetForm(props: ContactFormProps & { onSent: (sent: Sent) => void }) {
  const { notice, label, type, placeholder, rule, ways, words, onSent } = props
  const ruleWords = useRuleWords()
  const [target, setTarget] = useState(props.given ?? '')
  const [busy, setBusy] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const send = async (way: number) => {
    if (busy !== undefined) return
    const judged = rule(target)
    if (isBroken(judged)) return setProblem(ruleWords(judged))
    const go = () => ways[way]?.send(judged.ok) ?? Promise.reject(new Error('no such way'))
    setBusy(way)
    try {
      onSent({ target: judged.ok, challenge: await go(), at: Date.now(), again: go })
    } catch (error) {
      setProblem(words(error))
    } finally {
      setBusy(undefined)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(0)
  }
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {notice}
      <TextField
        label={label}
        type={type}
        inputMode={type}
        autoComplete={type}
        readOnly={props.isLocked}
        placeholder={placeholder}
        value={target}
        onChange={(text) => {
          setTarget(text)
          setProblem(undefined)
        }}
        error={problem}
      />
      {ways.map((way, place) => (
        <Button
          key={place}
          type={place === 0 ? 'submit' : 'button'}
          variant={place === 0 ? 'primary' : 'quiet'}
          busy={busy === place}
          onClick={place === 0 ? undefined : () => void send(place)}
        >
          {way.words}
        </Button>
      ))}
    </form>
  )
}

type CodeFormProps = ContactFormProps & { sent: Sent; onResent: (sent: Sent) => void; onBack: () => void }

function CodeForm({ sent, confirm, words, mailbox, onResent, onBack, onDone }: CodeFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const codeWords = useCodeWords()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const check = async (typed: string) => {
    if (busy) return
    if (typed.length < codeLength(typed)) return setProblem(t`Enter the whole code`)
    setBusy(true)
    setProblem(undefined)
    try {
      await confirm(sent.challenge.challenge_id, typed)
      await queries.invalidateQueries({ queryKey: ['person'] })
      queries.removeQueries({ queryKey: ['quote'] })
      onDone()
    } catch (error) {
      setProblem(codeWords(error))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  const resend = async () => {
    try {
      onResent({ ...sent, challenge: await sent.again(), at: Date.now() })
    } catch (error) {
      setProblem(words(error))
    }
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void check(code)
      }}
      noValidate
    >
      <p className="text-muted">
        <Trans>
          We sent it to <b className="break-all font-semibold text-text">{sent.target}</b>.
        </Trans>{' '}
        <button type="button" className="font-semibold text-brand underline" onClick={onBack}>
          <Trans>Change</Trans>
        </button>
      </p>
      <OtpInput
        label={t`Code`}
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
        <Trans>Confirm</Trans>
      </Button>
      <div className="grid justify-items-center">
        <Resend key={sent.challenge.challenge_id} sent={sent} onResend={() => void resend()} />
        {mailbox(sent.target)}
      </div>
    </form>
  )
}

/** Sends another code, after a wait that grows. */
function Resend({ sent, onResend }: { sent: Sent; onResend: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((sent.at + sent.challenge.resend_after_s * 1000 - now) / 1000))
  return (
    <Button variant="text" disabled={left > 0} onClick={onResend}>
      {left > 0 ? <Trans>New code in {left} s</Trans> : <Trans>Send a new code</Trans>}
    </Button>
  )
}
