import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import type { CurrencyInfo } from '../../api/exchangeTypes'
import { AmountText } from '../../domain/amount/AmountText'
import { amountOf } from '../../domain/amount/amountOf'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { TextField } from '../../ui/TextField'
import { type DepositAccount, payInSandbox } from './queries'

/** Simulates a payment to the account. */
export function SandboxPayment({ account, currency }: { account: DepositAccount; currency: CurrencyInfo }) {
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const [reference, setReference] = useState('')
  const unit = { scale: currency.scale, currency: currency.code }
  const amount = amountOf(text, unit, i18n.locale)
  const pay = useMutation({ mutationFn: (wanted: string) => payInSandbox(account, wanted, reference.trim()) })
  return (
    <Card title={<Trans>Sandbox: send money here</Trans>}>
      <form
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (amount) pay.mutate(amount)
        }}
      >
        <AmountText
          label={t`Amount in ${currency.code}`}
          name="sandbox-amount"
          unit={unit}
          value={text}
          onChange={setText}
        />
        {account.bank ? (
          <TextField
            label={t`What the payer writes`}
            name="sandbox-reference"
            autoComplete="off"
            value={reference}
            onChange={setReference}
            hint={t`Leave it empty for your reference. Anything else arrives unmatched.`}
          />
        ) : null}
        <Button type="submit" variant="quiet" busy={pay.isPending} disabled={!amount}>
          <Trans>Send simulated money</Trans>
        </Button>
        <p role="status" className={pay.error ? 'text-[14px] text-bad' : 'text-[14px] text-muted'}>
          {pay.error ? errorText(pay.error) : pay.isSuccess ? <Trans>It is on its way.</Trans> : null}
        </p>
      </form>
    </Card>
  )
}
