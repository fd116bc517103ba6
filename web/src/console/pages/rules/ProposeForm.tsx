import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/TextField'
import { REASON_MIN, ReasonField } from '../../parts/ReasonField'
import { Refused } from './Refused'
import type { ReviewProps } from './Review'

/** The start to send, from the text of a field in UTC; empty if the rules start with the approval. */
const startAt = (text: string) => (text ? { at: new Date(`${text}Z`).toISOString() } : {})

/** When the rules start, and why. */
export function ProposeForm({ change, busy, onBusy, onMade, onReload, onClose }: ReviewProps) {
  const { t } = useLingui()
  const [start, setStart] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<unknown>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (reason.trim().length < REASON_MIN) return setProblem(t`Give a reason of at least ${REASON_MIN} characters.`)
    onBusy(true)
    setProblem(undefined)
    setError(undefined)
    try {
      onMade(await change.propose({ ...startAt(start), reason }))
    } catch (refused) {
      setError(refused)
    } finally {
      onBusy(false)
    }
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        type="datetime-local"
        label={<Trans>Start (UTC)</Trans>}
        hint={<Trans>If you leave this empty, the rules start when they are approved.</Trans>}
        value={start}
        onChange={setStart}
      />
      <ReasonField value={reason} onChange={setReason} problem={problem} />
      {error ? <Refused error={error} onReload={onReload} /> : null}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={busy}>
          <Trans>Propose</Trans>
        </Button>
      </div>
    </form>
  )
}
