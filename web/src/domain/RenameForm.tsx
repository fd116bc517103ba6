import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/Button'
import { TextField } from '../ui/TextField'
import type { Outcome } from './useChange'

type RenameFormProps = {
  name: string
  charsMax: number
  /** An empty name removes it. */
  mayBeEmpty?: boolean
  onRename: (name: string) => Promise<Outcome>
  /** Editing has ended, with the new name or the old one. */
  onDone: () => void
}

/** A list row while its name is edited. A rejected name stays, with the reason below it. */
export function RenameForm({ name, charsMax, mayBeEmpty = false, onRename, onDone }: RenameFormProps) {
  const [typed, setTyped] = useState(name)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const next = typed.trim()
    if ((!next && !mayBeEmpty) || next === name) return onDone()
    setBusy(true)
    setProblem(undefined)
    const outcome = await onRename(next)
    setBusy(false)
    if (outcome.done) onDone()
    else setProblem(outcome.problem)
  }
  return (
    <li className="py-3">
      <form className="grid gap-2" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={<Trans context="of a thing">Name</Trans>}
          value={typed}
          onChange={setTyped}
          maxLength={charsMax}
          error={problem}
          autoFocus
        />
        <div className="grid grid-cols-2 gap-2">
          <Button variant="quiet" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </li>
  )
}
