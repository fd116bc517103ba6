import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import type { Money } from '../../api/exchangeTypes'
import { randomId } from '../../api/ids'
import { errorText } from '../../api/problemText'
import { AmountText } from '../../domain/amount/AmountText'
import { amountOf } from '../../domain/amount/amountOf'
import { editable } from '../../domain/amountInput'
import { separatorsOf } from '../../domain/grouping'
import { moneyText } from '../../domain/money'
import { networkName } from '../../domain/networks'
import { fieldErrors } from '../../domain/problem'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { Segmented } from '../../ui/Segmented'
import { TextField } from '../../ui/TextField'
import {
  paymentQuery,
  type Refundable,
  type RefundPayment,
  type RefundRate,
  refundOfferQuery,
  refundPayment,
} from './merchant'

type RefundFormProps = {
  id: string
  refundable: Refundable
  /** What was received beyond the price, if it can go back. */
  excess: Money | undefined
  onDone: () => void
}

/** Sends a part or all of a payment back, at the rate of the merchant's choice. */
export function RefundForm({ id, refundable, excess, onDone }: RefundFormProps) {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const { left } = refundable
  const [text, setText] = useState(() => editable((excess ?? left).amount, separatorsOf(i18n.locale)))
  const [rate, setRate] = useState<RefundRate>('today')
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  // One key for one content: a repeated request finds the first refund.
  const intent = useRef({ content: '', key: '' })
  const unit = { scale: left.amount.split('.')[1]?.length ?? 0, currency: left.currency }
  const amount = amountOf(useDeferredValue(text), unit, i18n.locale)
  // Without an amount the server would offer all that is left.
  const offer = useQuery({ ...refundOfferQuery(id, amount, rate), enabled: amount !== undefined })
  const offered = amount === undefined ? undefined : offer.data
  const wrong = (field: string) => fieldErrors(refused).find(({ pointer }) => pointer === `/${field}`)?.message
  const amountError = fieldErrors(offer.error).find(({ pointer }) => pointer === '/amount')?.message ?? wrong('amount')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || amount === undefined || !offered) return
    setBusy(true)
    setRefused(undefined)
    const body: RefundPayment = { amount, rate, address: address.trim(), cost: offered.cost.amount }
    const content = JSON.stringify({ ...body, cost: undefined })
    if (intent.current.content !== content) intent.current = { content, key: randomId() }
    try {
      await refundPayment(id, body, intent.current.key)
      await queries.invalidateQueries({ queryKey: paymentQuery(id).queryKey })
      onDone()
    } catch (error) {
      setRefused(error)
      intent.current = { content: '', key: '' }
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => void send(event)}>
      <AmountText
        label={<Trans>Amount in {left.currency}</Trans>}
        unit={unit}
        value={text}
        onChange={setText}
        trailing={<Trans>at most {moneyText(left, i18n.locale)}</Trans>}
        error={amountError}
      />
      <Segmented
        label={t`Rate of the refund`}
        value={rate}
        options={[
          { value: 'today', label: <Trans>Today's rate</Trans> },
          { value: 'paid', label: <Trans>The coins that were paid</Trans> },
        ]}
        onChange={setRate}
      />
      <TextField
        mono
        label={<Trans>Address of the payer, {networkName(refundable.network)} network</Trans>}
        value={address}
        onChange={setAddress}
        autoComplete="off"
        spellCheck={false}
        error={wrong('address')}
      />
      {offered ? (
        <p className="text-[14px]">
          <Trans>
            The payer gets <b>{moneyText(offered.gets, i18n.locale)}</b>. It takes{' '}
            <b>{moneyText(offered.cost, i18n.locale)}</b> from your balance, with all fees.
          </Trans>
        </p>
      ) : null}
      {offer.isError && !amountError ? <Notice tone="bad">{errorText(offer.error)}</Notice> : null}
      {refused !== undefined && !wrong('amount') && !wrong('address') ? (
        <Notice tone="bad">{errorText(refused)}</Notice>
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={busy} disabled={!offered || address.trim() === ''}>
          <Trans>Send it back</Trans>
        </Button>
      </div>
    </form>
  )
}
