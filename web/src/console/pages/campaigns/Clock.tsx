import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Select } from '../../../ui/Select'
import { setClock } from '../../api/campaigns'
import { problemWords } from '../../parts/Loaded'
import { Panel } from '../../parts/Panel'

/** The time zone in which new campaigns and content begin and end. */
export function Clock({ zone, may }: { zone: string; may: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-[14px] text-muted">
      <Trans>Days begin and end in {zone}.</Trans>
      {may ? (
        <>
          <Button variant="text" onClick={() => setOpen(true)}>
            <Trans>Change the time zone</Trans>
          </Button>
          <Panel open={open} onClose={() => setOpen(false)} title={<Trans>Time zone</Trans>}>
            <ClockForm zone={zone} onClose={() => setOpen(false)} />
          </Panel>
        </>
      ) : null}
    </div>
  )
}

/** All zones that the browser knows, and the present one. */
function zones(present: string): string[] {
  return [...new Set(['UTC', present, ...Intl.supportedValuesOf('timeZone')])]
}

function ClockForm({ zone, onClose }: { zone: string; onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(zone)
  const save = useMutation({
    mutationFn: () => setClock(chosen),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
      await queries.invalidateQueries({ queryKey: ['content'] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p className="text-muted">
        <Trans>It is for what you make from now on. What exists keeps its own.</Trans>
      </p>
      <Select label={t`Time zone`} value={chosen} onChange={setChosen}>
        {zones(zone).map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      {save.error ? <Notice tone="bad">{problemWords(save.error)}</Notice> : null}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" disabled={save.isPending} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
