import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryCard } from '../../../domain/QueryCard'
import { config } from '../../../host/config'
import { Card } from '../../../ui/Card'
import { Columns } from '../../../ui/Columns'
import { Page } from '../../../ui/Page'
import { SearchField } from '../../../ui/SearchField'
import { type Document, fits, type Operation, operationsOf } from './document'
import { KeyCard } from './KeyCard'
import { OperationRow } from './OperationRow'
import { TestClock } from './TestClock'
import { TestValues } from './TestValues'

const PATH = '/api/partner/v1/openapi.json'

const documentQuery = queryOptions({
  queryKey: ['partner-document'],
  queryFn: async ({ signal }) => {
    const answer = await fetch(PATH, { signal })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    return operationsOf((await answer.json()) as Document)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

const SEARCH_MAX = 60

/** The reference of the partner API: every operation, with a request to copy or to try. */
export default function ReferencePage({ back }: { back: ReactNode }) {
  const asked = useQuery(documentQuery)
  const operations = (
    <QueryCard asked={asked} rows={8}>
      {(found) => <Reference operations={found} />}
    </QueryCard>
  )
  return (
    <Page title={<Trans>API reference</Trans>} back={back}>
      {config.sandbox ? <Columns side={<TestMode />}>{operations}</Columns> : operations}
    </Page>
  )
}

function TestMode() {
  return (
    <>
      <TestClock />
      <TestValues />
    </>
  )
}

function Reference({ operations }: { operations: readonly Operation[] }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  // The key stays in the memory of this page.
  const [key, setKey] = useState('')
  const found = operations.filter((one) => fits(one, search.trim()))
  const tags = [...new Set(found.map(({ tag }) => tag))]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <KeyCard value={key} onChange={setKey} />
      <SearchField
        label={t`Find an operation`}
        placeholder={t`Find an operation: orders, quotes, wallet:converts`}
        value={search}
        onChange={setSearch}
        maxLength={SEARCH_MAX}
      />
      {found.length === 0 ? (
        <p role="status" className="px-1 text-muted">
          <Trans>No operation fits these words.</Trans>
        </p>
      ) : null}
      {tags.map((tag) => (
        <Card key={tag} tight title={<span className="capitalize">{tag}</span>}>
          {found
            .filter((one) => one.tag === tag)
            .map((one) => (
              <OperationRow key={one.id} operation={one} apiKey={key} />
            ))}
        </Card>
      ))}
    </div>
  )
}
