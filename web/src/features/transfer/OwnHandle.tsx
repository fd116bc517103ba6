import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useProblemWords } from '../../domain/useProblemWords'
import { isApiError } from '../../api/problem'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { Loaded } from '../../domain/QueryCard'
import { TextField } from '../../ui/TextField'
import { handleQuery, saveHandle } from './handle'

/** The customer's handle, by which others send money. */
export function OwnHandle() {
  const own = useQuery(handleQuery)
  const [editing, setEditing] = useState(false)
  return (
    <Card title={<Trans>Your handle</Trans>}>
      <Loaded asked={own} rows={1}>
        {({ handle }) =>
          handle && !editing ? (
            <Shown handle={handle} onChange={() => setEditing(true)} />
          ) : (
            <Form handle={handle} onDone={() => setEditing(false)} />
          )
        }
      </Loaded>
    </Card>
  )
}

function Shown({ handle, onChange }: { handle: string; onChange: () => void }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        <Trans>Customers send you money by it. They see your masked name, never your email or telephone.</Trans>
      </p>
      <div className="flex items-center gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
        <span className="min-w-0 flex-1 truncate font-semibold">@{handle}</span>
        <CopyButton text={`@${handle}`} label={t`Copy the handle`} />
      </div>
      <Button variant="quiet" onClick={onChange}>
        <Trans>Change the handle</Trans>
      </Button>
    </div>
  )
}

function Form({ handle, onDone }: { handle: string | undefined; onDone: () => void }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(handle ?? '')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()

  const save = async (wanted: string | undefined) => {
    setBusy(true)
    setRefused(undefined)
    try {
      queries.setQueryData(handleQuery.queryKey, await saveHandle(wanted))
      onDone()
    } catch (error) {
      const said = isApiError(error) ? error.fieldCode('/handle') : undefined
      const known = {
        format: t`Use 3 to 20 Latin letters, digits and underscores. Begin with a letter.`,
        reserved: t`This handle is reserved. Choose another one.`,
        taken: t`This handle is taken. Choose another one.`,
      }
      setRefused(known[said as keyof typeof known] ?? words(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void save(typed)
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={submit}>
      <p className="text-muted">
        <Trans>Choose a short name. Customers can then send you money without your email or telephone.</Trans>
      </p>
      <TextField
        label={t`Handle`}
        name="handle"
        value={typed}
        onChange={(text) => {
          setRefused(undefined)
          setTyped(text)
        }}
        error={refused}
        hint={t`For example @olena_7. A handle that you had stays yours for ever.`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button type="submit" busy={busy}>
          <Trans>Save the handle</Trans>
        </Button>
        {handle ? (
          <Button variant="quiet" disabled={busy} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        ) : null}
      </div>
      {handle ? (
        <Button variant="text" disabled={busy} onClick={() => void save(undefined)}>
          <Trans>Give up the handle</Trans>
        </Button>
      ) : null}
    </form>
  )
}
