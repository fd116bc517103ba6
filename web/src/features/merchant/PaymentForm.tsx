import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { randomId } from '../../api/ids'
import { errorText } from '../../api/problemText'
import { AmountText } from '../../domain/amount/AmountText'
import { amountOf } from '../../domain/amount/amountOf'
import { useCatalogue } from '../../domain/catalogue'
import { fieldErrors } from '../../domain/problem'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { type MakePayment, type Merchant, makePayment, type Payment } from './merchant'

type PaymentFormProps = { merchant: Merchant; onMade: (payment: Payment) => Promise<void>; onCancel: () => void }
type Currency = MakePayment['currency']

/** A payment to ask for: amount, description, and the merchant's own id. */
export function PaymentForm({ merchant, onMade, onCancel }: PaymentFormProps) {
  const { t, i18n } = useLingui()
  const catalogue = useCatalogue()
  const [text, setText] = useState('')
  const [currency, setCurrency] = useState<Currency>(merchant.settings.settlement_currency)
  const [description, setDescription] = useState('')
  const [order, setOrder] = useState('')
  const [url, setUrl] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const [isMissing, setMissing] = useState(false)
  // One key for one content: a repeated request finds the first payment.
  const intent = useRef({ content: '', key: '' })
  const currencies = catalogue.data?.currencies ?? []
  const scale = currencies.find(({ code }) => code === currency)?.scale
  const unit = { scale: scale ?? 18, currency }
  // Without the decimals of the currency an amount could be cut.
  const amount = scale === undefined ? undefined : amountOf(text, unit, i18n.locale)
  const wrong = (field: string) => fieldErrors(refused).find(({ pointer }) => pointer.startsWith(`/${field}`))?.message
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(amount === undefined)
    if (amount === undefined) return
    setBusy(true)
    setRefused(undefined)
    const body: MakePayment = { amount, currency }
    if (description.trim()) body.description = description
    if (order.trim()) body.order_id = order
    if (url.trim()) body.return_url = url
    const content = JSON.stringify(body)
    if (intent.current.content !== content) intent.current = { content, key: randomId() }
    try {
      await onMade(await makePayment(body, intent.current.key))
    } catch (error) {
      setRefused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={<Trans>New payment</Trans>}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void make(event)}>
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-2">
          <AmountText
            label={<Trans>Amount</Trans>}
            unit={unit}
            value={text}
            onChange={setText}
            error={isMissing && amount === undefined ? t`Enter an amount in digits, like 250 or 0.5` : wrong('amount')}
          />
          <Select
            label={<Trans>Currency</Trans>}
            value={currency}
            onChange={(code) => setCurrency(code as Currency)}
            error={wrong('currency')}
          >
            {currencies.map(({ code }) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </Select>
        </div>
        <TextField
          label={<Trans>What for? The payer reads it.</Trans>}
          value={description}
          onChange={setDescription}
          maxLength={200}
          placeholder={t`Two bags of coffee`}
          error={wrong('description')}
        />
        <TextField
          label={<Trans>Your own order number</Trans>}
          value={order}
          onChange={setOrder}
          maxLength={100}
          hint={<Trans>Optional. No two payments have the same.</Trans>}
          error={wrong('order_id')}
        />
        {merchant.settings.return_hosts?.length ? (
          <TextField
            label={<Trans>Return address of your shop</Trans>}
            value={url}
            onChange={setUrl}
            inputMode="url"
            placeholder={`https://${merchant.settings.return_hosts[0]}/`}
            error={wrong('return_url')}
          />
        ) : null}
        {refused !== undefined && fieldErrors(refused).length === 0 ? (
          <Notice tone="bad">{errorText(refused)}</Notice>
        ) : null}
        <div className="grid grid-cols-2 gap-2">
          <Button variant="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy}>
            <Trans>Make the link</Trans>
          </Button>
        </div>
      </form>
    </Card>
  )
}
