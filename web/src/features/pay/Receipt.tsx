import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/problemText'
import { fieldErrors } from '../../domain/problem'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { askReceipt, type PayPageState } from './payment'

type ReceiptProps = { token: string; page: PayPageState; onPage: (page: PayPageState) => void }

/** The payer may give an address for a receipt, before or after the payment. */
export function Receipt({ token, page, onPage }: ReceiptProps) {
  const { i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const wrong = fieldErrors(refused).find(({ pointer }) => pointer === '/email')?.message
  if (page.has_receipt) {
    return (
      <p className="text-center text-[13px] text-muted">
        {page.state === 'paid' ? (
          <Trans>The receipt was sent by email.</Trans>
        ) : (
          <Trans>You get a receipt by email when it is paid.</Trans>
        )}
      </p>
    )
  }
  if (!open) {
    return (
      <Button variant="text" onClick={() => setOpen(true)}>
        <Trans>Get a receipt by email</Trans>
      </Button>
    )
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    try {
      onPage(await askReceipt(token, email, i18n.locale))
    } catch (error) {
      setRefused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => void send(event)}>
      <TextField
        label={<Trans>Your email</Trans>}
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="email"
        maxLength={254}
        hint={<Trans>Only for this receipt.</Trans>}
        error={wrong}
      />
      {refused !== undefined && !wrong ? <Notice tone="bad">{errorText(refused)}</Notice> : null}
      <Button type="submit" variant="quiet" busy={busy} disabled={email.trim() === ''}>
        <Trans>Send me the receipt</Trans>
      </Button>
    </form>
  )
}
