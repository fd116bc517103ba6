import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { BlikPaymentState, Transaction } from '../../../api/exchangeTypes'
import { countdownText, useSecondsLeft } from '../../../domain/clock'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { TextField } from '../../../ui/TextField'
import { Declined } from './Declined'

type BlikPaymentProps = {
  payment: BlikPaymentState
  skew: number
  sandbox: boolean
  busy: boolean
  /** The server's rejection of the last code, as text. */
  problem: string | undefined
  /** Why the last code was declined. */
  failure: Transaction['failure'] | undefined
  onPay: (code: string) => void
}

/** Payment with a six-digit BLIK code, which is then approved in the banking app. */
export default function BlikPayment(props: BlikPaymentProps) {
  const { payment, skew, sandbox, busy, problem, failure, onPay } = props
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [touched, setTouched] = useState(false)
  const seconds = useSecondsLeft(payment.approve_until, skew)
  if (payment.state === 'pending') {
    return (
      <div className="grid justify-items-center gap-2 py-4 text-center" role="status">
        <b className="text-[17px]">
          <Trans>Approve the payment in your banking app</Trans>
        </b>
        {payment.approve_until ? (
          <span className="text-muted">
            <Trans>Time left: {countdownText(seconds)}</Trans>
          </span>
        ) : null}
      </div>
    )
  }
  const incomplete = touched && !/^\d{6}$/.test(code) ? t`Enter the six digits of the code` : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (/^\d{6}$/.test(code)) onPay(code)
  }
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <BlikOutcome state={payment.state} failure={failure} />
      <TextField
        label={t`BLIK code`}
        hint={t`Open your banking app and copy the six-digit code. It lives for two minutes.`}
        value={code}
        onChange={(text) => setCode(text.replace(/\D/g, '').slice(0, 6))}
        error={incomplete ?? problem}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="text-center font-mono text-[24px] tracking-[0.3em]"
      />
      {sandbox ? (
        <p className="text-[13px] text-muted">
          <Trans>Sandbox codes: 777123 is paid, 777999 is declined, 777000 has expired.</Trans>
        </p>
      ) : null}
      <Button type="submit" busy={busy}>
        <Trans>Pay with BLIK</Trans>
      </Button>
    </form>
  )
}

type BlikOutcomeProps = { state: BlikPaymentState['state']; failure: Transaction['failure'] | undefined }

function BlikOutcome({ state, failure }: BlikOutcomeProps) {
  if (state === 'declined') {
    return (
      <Notice tone="bad">
        <Declined failure={failure} /> <Trans>Try another code.</Trans>
      </Notice>
    )
  }
  if (state === 'expired') {
    return (
      <Notice tone="bad">
        <Trans>Code expired. Take a new one from your banking app.</Trans>
      </Notice>
    )
  }
  return null
}
