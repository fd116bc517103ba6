import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/Button'
import { SearchField } from '../../ui/SearchField'

type FindFormProps = {
  label: string
  hint?: ReactNode
  /** The text of the current search. */
  value: string
  onFind: (text: string) => void
  children?: ReactNode
}

const LONGEST = 254

/** <FindForm label hint value onFind>filters</FindForm> — a search that runs on submit, and the filters beside it. */
export function FindForm({ label, hint, value, onFind, children }: FindFormProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // Back and forward change the search.
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFind(typed.trim())
  }
  return (
    <form className="flex flex-wrap items-start gap-2" aria-describedby={hint ? id : undefined} onSubmit={submit}>
      <div className="grid min-w-0 flex-1 basis-52 gap-1 desk:max-w-[420px]">
        <SearchField label={label} placeholder={label} value={typed} onChange={setTyped} maxLength={LONGEST} />
        {hint ? (
          <p id={id} className="px-1 text-[13px] text-muted">
            {hint}
          </p>
        ) : null}
      </div>
      <Button type="submit" small>
        <Trans>Find</Trans>
      </Button>
      {children ? <div className="flex min-h-11 flex-wrap items-center gap-2">{children}</div> : null}
    </form>
  )
}
