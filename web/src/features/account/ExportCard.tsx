import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import { dayText, timeText } from '../../i18n/format'
import { QueryCard } from '../../domain/QueryCard'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ItemRow } from '../../ui/ItemRow'
import { Notice } from '../../ui/Notice'
import { askExport, type Export, exportsQuery, fetchExport } from './queries'
import { saveFile } from '../../ui/saveFile'

/** The export of all stored data about the customer. */
export function ExportCard() {
  const asked = useQuery(exportsQuery)
  return (
    <QueryCard asked={asked} rows={1}>
      {({ data, next_at }) => <Exports copies={data} nextAt={next_at ?? undefined} />}
    </QueryCard>
  )
}

function Exports({ copies, nextAt }: { copies: Export[]; nextAt: string | undefined }) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const ask = () => {
    setBusy(true)
    setProblem(undefined)
    askExport()
      .catch(setProblem)
      .then(() => queries.invalidateQueries({ queryKey: exportsQuery.queryKey }))
      .finally(() => setBusy(false))
  }
  const [latest] = copies
  const isWaiting = latest?.state === 'waiting'
  return (
    <Card>
      <div className="grid gap-4">
        <p className="text-muted">
          <Trans>
            One file with everything that is kept about you: your details, sign-ins, consents, verification, limits,
            orders and statements.
          </Trans>
        </p>
        {isWaiting ? (
          <div role="status">
            <Notice tone="wait">
              <Trans>Your copy is being made. We will email you when it is ready.</Trans>
            </Notice>
          </div>
        ) : null}
        {latest?.state === 'failed' ? (
          <Notice tone="bad">
            <Trans>The last copy could not be made. Request it again.</Trans>
          </Notice>
        ) : null}
        <Copies copies={copies} onProblem={setProblem} />
        {problem ? <Notice tone="bad">{errorText(problem)}</Notice> : null}
        {isWaiting ? null : (
          <Button
            variant="quiet"
            busy={busy}
            onClick={ask}
            disabledReason={nextAt ? <NextNote at={nextAt} /> : undefined}
          >
            <Trans>Make a copy</Trans>
          </Button>
        )}
      </div>
    </Card>
  )
}

/** Formats a moment as day and time, relative to now. */
function useMoment(): (moment: string) => string {
  const { i18n } = useLingui()
  return (moment) => `${dayText(moment, i18n.locale, new Date())}, ${timeText(moment, i18n.locale)}`
}

function NextNote({ at }: { at: string }) {
  const when = useMoment()(at)
  return <Trans>You can request one copy a day. Next one: {when}</Trans>
}

type CopiesProps = { copies: Export[]; onProblem: (problem: unknown) => void }

/** The available copies, or else the last expired one. */
function Copies({ copies, onProblem }: CopiesProps) {
  const ready = copies.filter((one) => one.state === 'ready')
  const shown = ready.length > 0 ? ready : copies.filter((one) => one.state === 'expired').slice(0, 1)
  if (shown.length === 0) return null
  return (
    <ul className="grid divide-y divide-line/60">
      {shown.map((one) => (
        <li key={one.id}>
          {one.state === 'ready' ? <ReadyRow copy={one} onProblem={onProblem} /> : <GoneRow copy={one} />}
        </li>
      ))}
    </ul>
  )
}

function GoneRow({ copy }: { copy: Export }) {
  const moment = useMoment()
  const when = copy.expires_at ? moment(copy.expires_at) : ''
  return <ItemRow title={moment(copy.requested_at)} note={<Trans>Deleted: {when}</Trans>} />
}

function ReadyRow({ copy, onProblem }: { copy: Export; onProblem: (problem: unknown) => void }) {
  const moment = useMoment()
  const [busy, setBusy] = useState(false)
  const when = copy.expires_at ? moment(copy.expires_at) : ''
  const download = () => {
    setBusy(true)
    onProblem(undefined)
    fetchExport(copy.id)
      .then((file) => saveFile(`data-${copy.requested_at.slice(0, 10)}.json`, file))
      .catch(onProblem)
      .finally(() => setBusy(false))
  }
  return (
    <ItemRow
      title={moment(copy.requested_at)}
      note={<Trans>Ready until {when}</Trans>}
      value={
        <Button variant="text" className="-mr-2" busy={busy} onClick={download}>
          <Download size={18} aria-hidden="true" />
          <Trans>Download</Trans>
        </Button>
      }
    />
  )
}
