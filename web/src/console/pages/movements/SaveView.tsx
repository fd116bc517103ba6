import { Trans, useLingui } from '@lingui/react/macro'
import { Bookmark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/TextField'
import { Panel } from '../../parts/Panel'
import { PILL, PILL_OFF } from '../../parts/Pills'

const LONGEST = 30

/** Saves the chosen filters as a view of the operator, under a name. */
export function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return setProblem(t`Enter a name`)
    onSave(name.trim())
    setOpen(false)
    setName('')
  }
  return (
    <>
      <button type="button" className={`${PILL} ${PILL_OFF}`} onClick={() => setOpen(true)}>
        <Bookmark size={14} aria-hidden="true" />
        <Trans>Save view</Trans>
      </button>
      <Panel open={open} onClose={() => setOpen(false)} title={<Trans>Save these filters as a view</Trans>}>
        <form className="grid gap-4" noValidate onSubmit={submit}>
          <TextField
            label={t`Name`}
            hint={t`Only you see it, in this browser.`}
            value={name}
            onChange={(text) => {
              setName(text)
              setProblem(undefined)
            }}
            error={problem}
            maxLength={LONGEST}
            autoComplete="off"
          />
          <Button type="submit">
            <Trans>Save view</Trans>
          </Button>
        </form>
      </Panel>
    </>
  )
}
