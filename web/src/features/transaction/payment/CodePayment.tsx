import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { CodePaymentState, Transaction } from '../../../api/exchangeTypes'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { TextField } from '../../../ui/TextField'
import { Approval } from './Approval'
import { Declined } from './Declined'

type CodePaymentProps = {
  payment: CodePaymentState
  /** The name of the service, such as "BLIK". */
  service: string
  skew: number
  sandbox: boolean
  busy: boolean
  /** The server's rejection of the last attempt, as text. */
  problem: string | undefined
  /** Why the last attempt was declined. */
  failure: Transaction['failure'] | undefined
  onPay: (code?: string) => void
}

/** Payment through another service: with its code, or by an approval in its app. */
export default function CodePayment(props: CodePaymentProps) {
  const { payment, service, skew, sandbox, busy, problem, failure, onPay } = props
  if (payment.state === 'pending') return <Approval payment={payment} service={service} skew={skew} />
  const form = { service, busy, problem, outcome: <Outcome payment={payment} failure={failure} /> }
  return payment.form ? (
    <CodeForm {...form} form={payment.form} sandbox={sandbox} onPay={onPay} />
  ) : (
    <InTheApp {...form} onPay={onPay} />
  )
}

type FormProps = Pick<CodePaymentProps, 'service' | 'busy' | 'problem'> & { outcome: ReactNode }
type CodeFormProps = FormProps & {
  form: NonNullable<CodePaymentState['form']>
  sandbox: boolean
  onPay: (code: string) => void
}

/** How a code of each form looks. */
const FORMS = {
  digits: { whole: /^\d{6}$/, read: (text: string) => text.replace(/\D/g, '').slice(0, 6) },
  voucher: { whole: /^[\dA-Za-z-]{8,64}$/, read: (text: string) => text.trim() },
}

/** The code of the service. Six digits are then approved in the banking app. */
function CodeForm({ form, service, sandbox, busy, problem, outcome, onPay }: CodeFormProps) {
  const words = useFormWords(form, service)
  const [code, setCode] = useState('')
  const [touched, setTouched] = useState(false)
  const { whole, read } = FORMS[form]
  const isWhole = whole.test(code)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (isWhole) onPay(code)
  }
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {outcome}
      <TextField
        label={words.label}
        hint={words.hint}
        value={code}
        onChange={(text) => setCode(read(text))}
        error={(touched && !isWhole ? words.incomplete : undefined) ?? problem}
        {...(form === 'digits'
          ? { inputMode: 'numeric', autoComplete: 'one-time-code', className: DIGITS_CLASS }
          : { autoComplete: 'off', spellCheck: false, className: 'font-mono' })}
      />
      {sandbox ? <p className="text-[13px] text-muted">{words.testCodes}</p> : null}
      <PayButton service={service} busy={busy} />
    </form>
  )
}

const DIGITS_CLASS = 'text-center font-mono text-[24px] tracking-[0.3em]'

function useFormWords(form: CodeFormProps['form'], service: string) {
  const { t } = useLingui()
  return form === 'digits'
    ? {
        label: t`${service} code`,
        hint: t`Open your banking app and copy the six-digit code. It lives for two minutes.`,
        incomplete: t`Enter the six digits of the code`,
        testCodes: t`Sandbox codes: 777123 is paid, 777999 is declined, 777000 has expired.`,
      }
    : {
        label: service,
        hint: t`Create a code for exactly this amount in the service and paste it here.`,
        incomplete: t`Enter the whole code: letters, digits and hyphens`,
        testCodes: t`Sandbox codes: WHITEBIT-PAID is paid, WHITEBIT-USED is declined, WHITEBIT-EXPIRED has expired.`,
      }
}

/** The payer approves in the service's app. */
function InTheApp({ service, busy, problem, outcome, onPay }: FormProps & { onPay: () => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPay()
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {outcome}
      <p className="text-muted">
        <Trans>You approve the payment in {service}. Come back here afterwards.</Trans>
      </p>
      {problem ? (
        <p className="text-[14px] text-bad" role="alert">
          {problem}
        </p>
      ) : null}
      <PayButton service={service} busy={busy} />
    </form>
  )
}

function PayButton({ service, busy }: { service: string; busy: boolean }) {
  return (
    <Button type="submit" busy={busy}>
      <Trans>Pay with {service}</Trans>
    </Button>
  )
}

type OutcomeProps = { payment: CodePaymentState; failure: Transaction['failure'] | undefined }

function Outcome({ payment: { state, form }, failure }: OutcomeProps) {
  if (state === 'declined') {
    return (
      <Notice tone="bad">
        <Declined failure={failure} /> {form ? <Trans>Try another code.</Trans> : <Trans>Try again.</Trans>}
      </Notice>
    )
  }
  if (state === 'expired') {
    return (
      <Notice tone="bad">
        {form === 'digits' ? (
          <Trans>Code expired. Take a new one from your banking app.</Trans>
        ) : form ? (
          <Trans>Code expired. Create a new one.</Trans>
        ) : (
          <Trans>The payment was not approved in time.</Trans>
        )}
      </Notice>
    )
  }
  return null
}
