import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/problemText'
import { QueryCard } from '../../domain/QueryCard'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { saveFile } from '../../ui/saveFile'
import { EmptyState } from '../../ui/States'
import { type CustomerDocument, documentsQuery, fetchDocument, isOpen, makeDocument } from './queries'
import { FAILURES, KINDS, STATES } from './words'

/** The documents of the profile with their states. `check` leads to the page where documents are checked. */
export function DocumentList({ check }: { check: ReactNode }) {
  const asked = useQuery(documentsQuery)
  const [problem, setProblem] = useState<unknown>()
  return (
    <QueryCard asked={asked} rows={3}>
      {(all) => (
        <Card title={<Trans>Your documents</Trans>}>
          {problem ? <Notice tone="bad">{errorText(problem)}</Notice> : null}
          {all.length === 0 ? (
            <EmptyState art="statement" title={<Trans>No documents yet</Trans>}>
              <Trans>Choose a document and a period. It is ready within seconds.</Trans>
            </EmptyState>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line/60">
              {all.map((one) => (
                <li key={one.id}>
                  <Row document={one} onProblem={setProblem} />
                </li>
              ))}
            </ul>
          )}
          <p className="mt-2 text-[14px]">{check}</p>
        </Card>
      )}
    </QueryCard>
  )
}

type RowProps = { document: CustomerDocument; onProblem: (problem: unknown) => void }

function Row({ document, onProblem }: RowProps) {
  const { i18n } = useLingui()
  const { tone, words } = STATES[document.state]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="grid min-w-40 flex-1 gap-0.5">
          <span className="font-[570] wrap-anywhere">{i18n._(KINDS[document.kind])}</span>
          <span className="text-[13px] text-muted wrap-anywhere">
            <About document={document} />
          </span>
        </div>
        <span role="status">
          <Badge tone={tone}>{i18n._(words)}</Badge>
        </span>
      </div>
      {isOpen(document) ? <Bar percent={document.progress} /> : null}
      {document.failure ? <p className="text-[14px] text-bad">{i18n._(FAILURES[document.failure])}</p> : null}
      {document.state === 'READY' ? <Fetch document={document} onProblem={onProblem} /> : null}
      {document.state === 'FAILED' || document.state === 'EXPIRED' ? (
        <Again document={document} onProblem={onProblem} />
      ) : null}
    </div>
  )
}

/** Balance, period and format in one line. */
function About({ document }: { document: CustomerDocument }) {
  const { i18n } = useLingui()
  const day = (text: string) => i18n.date(`${text}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })
  const days = document.from === document.to ? day(document.to) : `${day(document.from)} – ${day(document.to)}`
  return [document.currency, days, document.format].filter(Boolean).join(' · ')
}

function Bar({ percent }: { percent: number }) {
  const { t } = useLingui()
  return (
    <div
      role="progressbar"
      aria-label={t`Progress of the document`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full w-full origin-left rounded-full bg-brand transition-transform duration-300"
        style={{ transform: `scaleX(${Math.max(percent, 4) / 100})` }}
      />
    </div>
  )
}

function Fetch({ document, onProblem }: RowProps) {
  const { i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const until = document.expires_at ? i18n.date(document.expires_at, { dateStyle: 'medium' }) : ''
  const download = () => {
    setBusy(true)
    onProblem(undefined)
    fetchDocument(document.id)
      .then((file) => saveFile(document.file_name, file))
      .catch(onProblem)
      .finally(() => setBusy(false))
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="text-[13px] text-muted">
        <Trans>Kept until {until}</Trans>
      </span>
      <Button variant="text" className="-mr-2" busy={busy} onClick={download}>
        <Download size={18} aria-hidden="true" />
        <Trans>Download</Trans>
      </Button>
    </div>
  )
}

/** Asks for the same document once more. */
function Again({ document, onProblem }: RowProps) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { kind, format, language, currency, from, to } = document
  const ask = () => {
    setBusy(true)
    onProblem(undefined)
    const days = kind === 'LETTER_OF_GOOD_STANDING' ? {} : { from, to }
    makeDocument({ kind, format, language, ...(currency ? { currency } : {}), ...days })
      .catch(onProblem)
      .then(() => queries.invalidateQueries({ queryKey: documentsQuery.queryKey }))
      .finally(() => setBusy(false))
  }
  return (
    <div className="flex justify-end">
      <Button variant="text" className="-mr-2" busy={busy} onClick={ask}>
        <RotateCcw size={18} aria-hidden="true" />
        <Trans>Make it again</Trans>
      </Button>
    </div>
  )
}
