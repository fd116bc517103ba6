import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { errorText } from '../../../api/problemText'
import { randomId } from '../../../api/ids'
import type { HoldNeeds, Transaction } from '../../../api/exchangeTypes'
import { isUnanswered } from '../../../domain/problem'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/TextField'
import { appeal, writeTransaction } from '../queries'

/** The most characters of an objection. */
const TEXT_MAX = 1000

/** A hold: what ends it, until when, and the way to object. */
export default function Hold({ transaction }: { transaction: Transaction }) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const { hold, status } = transaction
  if (!hold) return null
  const deadline = i18n.date(hold.deadline, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (
    <section className="grid gap-3 text-[14px]" aria-label={t`Hold`}>
      {status === 'MANUAL' ? (
        <p>
          <Needs needs={hold.needs} /> <Trans>You hear from us by {deadline}.</Trans>
        </p>
      ) : null}
      {hold.appeal ? (
        <p className="rounded-m bg-sunken p-3 wrap-anywhere">
          <span className="block text-muted">
            <Trans>You wrote to us</Trans>
          </span>
          {hold.appeal.text}
        </p>
      ) : null}
      {open ? (
        <AppealForm transaction={transaction} onDone={() => setOpen(false)} />
      ) : (
        <div className="-my-2 grid justify-items-center">
          <Button variant="text" onClick={() => setOpen(true)}>
            {hold.appeal ? <Trans>Write again</Trans> : <Trans>I do not agree</Trans>}
          </Button>
        </div>
      )}
    </section>
  )
}

/** What ends the hold. */
function Needs({ needs }: { needs: HoldNeeds }) {
  switch (needs) {
    case 'rail_answer':
      return <Trans>We are waiting for the answer of the bank or the network.</Trans>
    case 'price':
      return <Trans>We are waiting for a price.</Trans>
    case 'payer':
      return <Trans>We are finding out who paid.</Trans>
    default:
      return <Trans>One of us decides.</Trans>
  }
}

function AppealForm({ transaction, onDone }: { transaction: Transaction; onDone: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const key = useRef(randomId())
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      writeTransaction(queries, await appeal(transaction.id, text.trim(), key.current))
      onDone()
    } catch (error) {
      // A lost response keeps the key; a refusal discards it.
      if (!isUnanswered(error)) key.current = randomId()
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <TextField
        as="textarea"
        label={t`What is wrong?`}
        value={text}
        onChange={setText}
        rows={3}
        className="h-auto"
        maxLength={TEXT_MAX}
        error={problem}
        required
      />
      <Button type="submit" variant="quiet" busy={busy} disabled={text.trim() === ''}>
        <Trans>Send to us</Trans>
      </Button>
    </form>
  )
}
