import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { LogLine } from '../api/queries'
import { logQuery } from '../api/paged'
import { ACTIONS, useActionName } from '../parts/actionNames'
import { FilterPill } from '../parts/FilterPill'
import { FindForm } from '../parts/FindForm'
import { Go } from '../parts/Go'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { PageHead } from '../parts/PageHead'
import { useRoleName } from '../parts/roleNames'
import { Cell, Row, Sheet } from '../parts/Sheet'
import { shortTime, whenText } from '../parts/when'
import { useAddressFilters } from '../place'

/** The audit log: actions and reads of operators, newest first. The URL contains the filters. */
export function LogPage() {
  const { t } = useLingui()
  const name = useActionName()
  const [query, change] = useAddressFilters()
  const subject = query.get('subject') ?? ''
  const action = query.get('action') ?? ''
  const found = useInfiniteQuery(logQuery({ action: action || undefined, subject: subject || undefined }))
  return (
    <>
      <PageHead title={<Trans>Audit log</Trans>} />
      <FindForm label={t`Customer or operator ID`} value={subject} onFind={(text) => change({ subject: text })}>
        <FilterPill
          label={t`What`}
          value={action || undefined}
          options={ACTIONS.map((code) => ({ code, name: name(code) }))}
          onChange={(code) => change({ action: code })}
        />
      </FindForm>
      <Loaded
        asked={found}
        empty={({ pages }) =>
          pages.every((page) => page.data.length === 0) ? (
            <EmptyCard art="search" title={<Trans>Nothing found</Trans>}>
              <Trans>Remove a filter to see more.</Trans>
            </EmptyCard>
          ) : null
        }
      >
        {({ pages }) => <Lines lines={pages.flatMap((page) => page.data)} />}
      </Loaded>
      <More query={found} />
    </>
  )
}

function Lines({ lines }: { lines: readonly LogLine[] }) {
  const { t, i18n } = useLingui()
  const name = useActionName()
  const role = useRoleName()
  const columns = [{ name: t`When` }, { name: t`Operator` }, { name: t`What` }, { name: t`Subject` }, { name: t`Why` }]
  return (
    <Sheet label={t`Audit log`} columns={columns}>
      {lines.map((line) => (
        <Row key={line.id}>
          <Cell side="right">
            <span className="text-muted whitespace-nowrap" title={whenText(line.at, i18n.locale)}>
              {shortTime(line.at, i18n.locale)}
            </span>
          </Cell>
          <Cell side="left">
            {line.operator}
            <span className="block text-[12px] leading-tight text-muted">
              {role(line.role)} · {line.network}
            </span>
          </Cell>
          <Cell side="left">
            <span className="font-[580]">{name(line.action)}</span>
            <Change before={line.before} after={line.after} />
          </Cell>
          <Cell side="left">
            <Subject id={line.subject} />
          </Cell>
          <Cell side="left">{line.reason ?? <span className="max-desk:hidden">–</span>}</Cell>
        </Row>
      ))}
    </Sheet>
  )
}

function Subject({ id }: { id: string }) {
  const text = <span className="font-mono text-[12px] break-all">{id}</span>
  const page = id.startsWith('usr_') ? 'customers' : id.startsWith('ord_') ? 'movements' : undefined
  if (!page) return text
  return (
    <Go to={`/${page}/${id}`} className="text-brand">
      {text}
    </Go>
  )
}

/** The values before and after an action. */
function Change({ before, after }: { before: Record<string, unknown>; after: Record<string, unknown> }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (names.length === 0) return null
  const of = (value: unknown) => (value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value))
  return (
    <span className="block font-mono text-[12px] break-all text-muted">
      {names.map((name) => `${name}: ${of(before[name])} → ${of(after[name])}`).join('; ')}
    </span>
  )
}
