import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { isApiError } from '../../../api/problem'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { bankQuery, readStatements, type StatementsRead } from '../../api/bank'
import { bankEntriesQuery } from '../../api/paged'
import { proposalsQuery } from '../../api/queries'
import { Card } from '../../parts/Card'
import { Go } from '../../parts/Go'
import { problemWords } from '../../parts/Loaded'
import { StatementFacts } from './StatementFacts'

/** Reads a statement: a file that is chosen, or dropped. */
export function ReadCard() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const read = useMutation({
    mutationFn: readStatements,
    onSettled: () =>
      Promise.all(
        [bankQuery, bankEntriesQuery, proposalsQuery(false)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !read.isPending) read.mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <Card title={<Trans>Read a statement</Trans>}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an addition; the button does the same. */}
      <div
        className={`grid gap-2.5 rounded-m ${isOver ? 'outline-2 outline-brand outline-dashed outline-offset-4' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept=".xml,application/xml,text/xml"
          aria-label={t`Statement file`}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
        <Button variant="quiet" busy={read.isPending} onClick={() => input.current?.click()}>
          <FileUp size={18} aria-hidden="true" />
          <Trans>Choose a file</Trans>
        </Button>
        <p className="text-[13px] text-muted">
          <Trans>
            ISO 20022: camt.053 or camt.054. A second operator confirms what is new. Then payments find their customers
            by the reference. What was read before changes nothing.
          </Trans>
        </p>
        {read.error ? <Notice tone="bad">{refusal(read.error)}</Notice> : null}
        {read.data ? <Result read={read.data} /> : null}
      </div>
    </Card>
  )
}

/** The server's reason, with the line of the file. */
const refusal = (error: unknown) => (isApiError(error) && error.fields[0]?.message) || problemWords(error)

function Result({ read }: { read: StatementsRead }) {
  return (
    <Notice tone={read.proposal_id ? 'wait' : 'ok'}>
      {read.data.map((one) => (
        <p key={one.id}>
          <StatementFacts statement={one} />
        </p>
      ))}
      {read.proposal_id ? (
        <p>
          <Trans>A second operator has to confirm it before it is booked.</Trans>{' '}
          <Go to="/approvals" className="font-semibold underline">
            <Trans>Approvals</Trans>
          </Go>
        </p>
      ) : null}
    </Notice>
  )
}
