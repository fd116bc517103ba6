import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { randomId } from '../../../api/ids'
import { errorText } from '../../../api/problemText'
import { AmountText } from '../../../domain/amount/AmountText'
import { amountOf } from '../../../domain/amount/amountOf'
import { useCatalogue } from '../../../domain/catalogue'
import { endOf, readDay } from '../../../domain/days'
import { fieldErrors } from '../../../domain/problem'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Notice } from '../../../ui/Notice'
import { Segmented } from '../../../ui/Segmented'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import type { Merchant } from '../merchant'
import { type MakePaymentLink, makeLink, type PaymentLink } from './links'

type LinkFormProps = { merchant: Merchant; onMade: (link: PaymentLink) => Promise<void>; onCancel: () => void }
type Currency = MakePaymentLink['currency']
type Who = 'shop' | 'payer'

/** A link that many payers use: the price or its bounds, and when it ends. */
export function LinkForm({ merchant, onMade, onCancel }: LinkFormProps) {
  const { t, i18n } = useLingui()
  const catalogue = useCatalogue()
  const [who, setWho] = useState<Who>('shop')
  const [price, setPrice] = useState('')
  const [least, setLeast] = useState('')
  const [most, setMost] = useState('')
  const [currency, setCurrency] = useState<Currency>(merchant.settings.settlement_currency)
  const [description, setDescription] = useState('')
  const [number, setNumber] = useState('')
  const [day, setDay] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  // One key for one content: a repeated request finds the first link.
  const intent = useRef({ content: '', key: '' })
  const currencies = catalogue.data?.currencies ?? []
  const scale = currencies.find(({ code }) => code === currency)?.scale
  const unit = { scale: scale ?? 18, currency }
  // Without the decimals of the currency an amount could be cut.
  const read = (text: string) => (scale === undefined ? undefined : amountOf(text, unit, i18n.locale))
  const errors = fieldErrors(refused)
  const wrong = (field: string) => errors.find(({ pointer }) => pointer === `/${field}`)?.message
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    const body: MakePaymentLink = { currency }
    const named = who === 'shop' ? { amount: read(price) } : { min_amount: read(least), max_amount: read(most) }
    Object.assign(body, Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)))
    if (description.trim()) body.description = description
    if (number.trim()) body.payments_max = Number(number)
    if (readDay(day)) body.ends_at = endOf(day)
    const content = JSON.stringify(body)
    if (intent.current.content !== content) intent.current = { content, key: randomId() }
    try {
      await onMade(await makeLink(body, intent.current.key))
    } catch (error) {
      setRefused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={<Trans>New link for many payers</Trans>}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void make(event)}>
        <Segmented
          label={t`Who names the amount`}
          value={who}
          options={[
            { value: 'shop', label: <Trans>One price</Trans> },
            { value: 'payer', label: <Trans>The payer decides</Trans> },
          ]}
          onChange={setWho}
        />
        {who === 'shop' ? (
          <AmountText
            label={<Trans>Price</Trans>}
            unit={unit}
            value={price}
            onChange={setPrice}
            error={wrong('amount')}
          />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-2">
            <AmountText
              label={<Trans>At least</Trans>}
              unit={unit}
              value={least}
              onChange={setLeast}
              error={wrong('min_amount') ?? wrong('amount')}
            />
            <AmountText
              label={<Trans>At most</Trans>}
              unit={unit}
              value={most}
              onChange={setMost}
              error={wrong('max_amount')}
            />
          </div>
        )}
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
        <TextField
          label={<Trans>What for? Payers read it.</Trans>}
          value={description}
          onChange={setDescription}
          maxLength={200}
          placeholder={t`Ticket for the reading on Friday`}
          error={wrong('description')}
        />
        <TextField
          label={<Trans>Number of payments</Trans>}
          value={number}
          onChange={(text) => setNumber(text.replaceAll(/\D/g, '').slice(0, 5))}
          inputMode="numeric"
          hint={<Trans>Empty: no limit. A payment that is not paid within an hour frees its place.</Trans>}
          error={wrong('payments_max')}
        />
        <TextField
          type="date"
          label={<Trans>Last day</Trans>}
          value={day}
          onChange={setDay}
          hint={<Trans>Empty: the link works until you end it.</Trans>}
          error={wrong('ends_at')}
        />
        {refused !== undefined && errors.length === 0 ? <Notice tone="bad">{errorText(refused)}</Notice> : null}
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
