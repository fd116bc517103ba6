import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { TextField } from '../../../ui/TextField'
import { type Clocks, clocksQuery, setClocks } from '../../api/support'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'
import { Loaded, problemWords } from '../../parts/Loaded'

/** The clocks of support: shown to all, changed by administrators. */
export function ClocksCard({ may }: { may: boolean }) {
  const asked = useQuery(clocksQuery)
  return (
    <Loaded asked={asked}>
      {(clocks) => (may ? <ClocksForm clocks={clocks} /> : <ClocksFacts clocks={clocks} />)}
    </Loaded>
  )
}

function ClocksFacts({ clocks }: { clocks: Clocks }) {
  const { t } = useLingui()
  const facts = [
    { name: t`Hours until the first answer`, value: clocks.first_answer_hours },
    { name: t`Hours until each further answer`, value: clocks.next_answer_hours },
    { name: t`Days until a complaint is acknowledged`, value: clocks.acknowledge_days },
    { name: t`Business days until a complaint is answered`, value: clocks.answer_business_days },
    { name: t`Time zone`, value: clocks.time_zone },
    { name: t`Holidays`, value: clocks.holidays.join(', ') || '–' },
  ]
  return (
    <Card>
      <Facts facts={facts} />
    </Card>
  )
}

function ClocksForm({ clocks }: { clocks: Clocks }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [first, setFirst] = useState(String(clocks.first_answer_hours))
  const [next, setNext] = useState(String(clocks.next_answer_hours))
  const [acknowledge, setAcknowledge] = useState(String(clocks.acknowledge_days))
  const [answer, setAnswer] = useState(String(clocks.answer_business_days))
  const [zone, setZone] = useState(clocks.time_zone)
  const [holidays, setHolidays] = useState(clocks.holidays.join(', '))
  const [state, setState] = useState<'busy' | 'saved' | { problem: string }>()
  const save = async () => {
    setState('busy')
    try {
      const saved = await setClocks({
        first_answer_hours: Number(first),
        next_answer_hours: Number(next),
        acknowledge_days: Number(acknowledge),
        answer_business_days: Number(answer),
        time_zone: zone.trim(),
        holidays: holidays.split(/[\s,]+/).filter(Boolean),
      })
      queries.setQueryData(clocksQuery.queryKey, saved)
      setState('saved')
    } catch (error) {
      setState({ problem: problemWords(error) })
    }
  }
  const number = { inputMode: 'numeric', maxLength: 3 } as const
  return (
    <Card>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField {...number} label={t`Hours until the first answer`} value={first} onChange={setFirst} />
        <TextField {...number} label={t`Hours until each further answer`} value={next} onChange={setNext} />
        <TextField
          {...number}
          label={t`Days until a complaint is acknowledged`}
          value={acknowledge}
          onChange={setAcknowledge}
        />
        <TextField
          {...number}
          label={t`Business days until a complaint is answered`}
          value={answer}
          onChange={setAnswer}
        />
        <TextField label={t`Time zone`} hint={t`As in Europe/Warsaw`} value={zone} maxLength={64} onChange={setZone} />
        <TextField
          label={t`Holidays`}
          hint={t`Days as in 2026-12-25, separated by commas. Saturdays and Sundays are no business days.`}
          value={holidays}
          maxLength={2_400}
          onChange={setHolidays}
        />
        {typeof state === 'object' ? <Notice tone="bad">{state.problem}</Notice> : null}
        {state === 'saved' ? (
          <Notice tone="ok">
            <Trans>Saved. Deadlines of earlier conversations stay as customers were told them.</Trans>
          </Notice>
        ) : null}
        <Button type="submit" small busy={state === 'busy'} className="justify-self-start">
          <Trans>Save</Trans>
        </Button>
      </form>
    </Card>
  )
}
