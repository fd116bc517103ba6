import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/problemText'
import { addDays, dayOf, endOf, readDay, startOf } from '../../domain/days'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { saveFile } from '../../ui/saveFile'
import { TextField } from '../../ui/TextField'
import { exportPayments } from './merchant'

const DAYS = 30

/** Saves the payments of some days as a file for a spreadsheet. */
export function ExportForm() {
  const today = dayOf(new Date())
  const [from, setFrom] = useState(addDays(today, -DAYS))
  const [to, setTo] = useState(today)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      saveFile(`payments-${from}-${to}.csv`, await exportPayments(startOf(from), endOf(to)))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const day = (set: (text: string) => void) => (text: string) => {
    if (readDay(text)) set(text)
  }
  return (
    <Card title={<Trans>Save as a file</Trans>}>
      <form className="grid gap-3" noValidate onSubmit={(event) => void save(event)}>
        <TextField type="date" label={<Trans>First day</Trans>} value={from} onChange={day(setFrom)} />
        <TextField type="date" label={<Trans>Last day</Trans>} value={to} onChange={day(setTo)} />
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <Button type="submit" variant="quiet" busy={busy}>
          <Trans>Save the payments</Trans>
        </Button>
      </form>
    </Card>
  )
}
