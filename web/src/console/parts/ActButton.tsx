import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { hasMoved, isAuditedRead, invalidates } from '../api/refresh'
import type { Act } from '../api/queries'
import { problemWords } from './Loaded'
import { Panel } from './Panel'
import { REASON_MIN, ReasonField } from './ReasonField'

type ActButtonProps = {
  label: ReactNode
  title: ReactNode
  /** The effect of the action. */
  about?: ReactNode
  danger?: boolean
  disabledReason?: ReactNode
  /** Further fields. The caller validates them. */
  fields?: ReactNode
  act: (reason: string) => Promise<Act | undefined>
  /** A more specific error text than the default. */
  words?: (error: unknown) => string
}

/**
 * A button for an operator action: asks for a reason, runs the action, and shows whether it is done or waits for a
 * second operator.
 */
export function ActButton({
  label,
  title,
  about,
  danger = false,
  disabledReason,
  fields,
  act,
  words = problemWords,
}: ActButtonProps) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Act>()
  const [moved, setMoved] = useState(false)
  const close = () => {
    setOpen(false)
    // Only on close: refetching may remove the row from its list, and this panel with it.
    if (done) void queries.invalidateQueries({ predicate: ({ queryKey }) => invalidates(done, queryKey) })
    // Another operator acted first. A customer's page is not refetched, because each read is audited.
    else if (moved) void queries.invalidateQueries({ predicate: ({ queryKey }) => !isAuditedRead(queryKey) })
  }
  // A key or an outside click must not close a running action or an invitation link, which is shown only once.
  const dismiss = () => {
    if (!busy && !done?.invitation) close()
  }
  return (
    <>
      <Button
        variant={danger ? 'danger' : 'quiet'}
        small
        className="text-[14px]!"
        disabledReason={disabledReason}
        onClick={() => {
          setDone(undefined)
          setMoved(false)
          setOpen(true)
        }}
      >
        {label}
      </Button>
      <Panel open={open} onClose={dismiss} title={title}>
        {done ? (
          <Came act={done} onClose={close} />
        ) : (
          <ActForm
            about={about}
            danger={danger}
            fields={fields}
            label={label}
            act={act}
            words={words}
            busy={busy}
            onBusy={setBusy}
            onDone={setDone}
            onRefused={(error) => setMoved(hasMoved(error))}
            onClose={close}
          />
        )}
      </Panel>
    </>
  )
}

type ActFormProps = Pick<ActButtonProps, 'about' | 'danger' | 'fields' | 'label' | 'act'> & {
  words: (error: unknown) => string
  busy: boolean
  onBusy: (busy: boolean) => void
  onDone: (act: Act) => void
  onRefused: (error: unknown) => void
  onClose: () => void
}

function ActForm({ about, danger, fields, label, act, words, busy, onBusy, onDone, onRefused, onClose }: ActFormProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (reason.trim().length < REASON_MIN) return setProblem(t`Give a reason of at least ${REASON_MIN} characters.`)
    onBusy(true)
    setProblem(undefined)
    try {
      const came = await act(reason)
      if (came) onDone(came)
      else onClose()
    } catch (error) {
      setProblem(words(error))
      onRefused(error)
    } finally {
      onBusy(false)
    }
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {about ? <p className="text-muted">{about}</p> : null}
      {fields}
      <ReasonField value={reason} onChange={setReason} problem={problem} />
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {label}
        </Button>
      </div>
    </form>
  )
}

function Came({ act, onClose }: { act: Act; onClose: () => void }) {
  const sentTo = act.invitation?.email
  return (
    <div className="grid gap-4">
      <Notice tone={act.state === 'done' ? 'ok' : 'wait'}>
        {act.state === 'done' ? (
          <Trans>Done. It is in the audit log.</Trans>
        ) : (
          <Trans>Another operator has to agree. The request stays under Approvals for a day.</Trans>
        )}
      </Notice>
      {sentTo ? (
        <p>
          <Trans>A link was sent to {sentTo}. It works once, for a day, and is shown to no one else.</Trans>
        </p>
      ) : null}
      <Button onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
}
