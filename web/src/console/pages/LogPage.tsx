import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import type { LogLine } from '../api/queries'
import { logQuery } from '../api/paged'
import { ACTIONS, useActionName } from '../parts/actionNames'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { useRoleName } from '../parts/roleNames'
import { Cell, Row, Sheet } from '../parts/Sheet'
import { whenText } from '../parts/when'

/** The audit log: actions and reads of operators, newest first. */
export function LogPage() {
  const { t } = useLingui()
  const name = useActionName()
  const [typed, setTyped] = useState('')
  const [subject, setSubject] = useState('')
  const [action, setAction] = useState('')
  const found = useInfiniteQuery(logQuery({ action: action || undefined, subject: subject || undefined }))
  return (
    <>
      <h1>
        <Trans>Audit log</Trans>
      </h1>
      <form
        className="grid gap-3 desk:grid-cols-[1fr_260px_auto]"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          setSubject(typed.trim())
        }}
      >
        <TextField
          label={t`Customer or operator ID`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
          mono
        />
        <Select label={t`What`} value={action} onChange={setAction}>
          <option value="">{t`Everything`}</option>
          {ACTIONS.map((one) => (
            <option key={one} value={one}>
              {name(one)}
            </option>
          ))}
        </Select>
        <Button type="submit" className="desk:w-auto!">
          <Trans>Find</Trans>
        </Button>
      </form>
      <Loaded
        asked={found}
        empty={({ pages }) => (pages.every((page) => page.data.length === 0) ? <Trans>Nothing found</Trans> : null)}
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
          <Cell name={t`When`}>{whenText(line.at, i18n.locale)}</Cell>
          <Cell name={t`Operator`}>
            {line.operator}
            <span className="block text-[13px] text-muted">
              {role(line.role)} · {line.network}
            </span>
          </Cell>
          <Cell name={t`What`}>
            {name(line.action)}
            <Change before={line.before} after={line.after} />
          </Cell>
          <Cell name={t`Subject`}>
            <Subject id={line.subject} />
          </Cell>
          <Cell name={t`Why`}>{line.reason ?? '–'}</Cell>
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
