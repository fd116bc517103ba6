import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Endpoint } from '../../api/exchangeTypes'
import { Button } from '../../ui/Button'
import { AddressText } from '../AddressText'
import { type Destination, fitting, type SavedRequisite, savedAt, savedQuery } from '../savedRequisites'

type SavedChoicesProps = {
  to: Endpoint
  /** The details in the form. The choice that is equal to them is marked. */
  entered: Destination
  /** Fills the form. */
  onPick: (saved: SavedRequisite) => void
}

/** More are shown on request. */
const SHOWN = 3

/** The saved details that fit a payout. One tap fills the form. */
export function SavedChoices({ to, entered, onPick }: SavedChoicesProps) {
  const heading = useId()
  const [all, setAll] = useState(false)
  const { data: saved = [] } = useQuery(savedQuery)
  const choices = fitting(saved, to)
  const count = choices.length
  const chosen = savedAt(choices, to, entered)
  if (count === 0) return null
  return (
    <section className="grid gap-2" aria-labelledby={heading}>
      <h2 id={heading} className="px-4 text-[13px] font-normal text-muted">
        <Trans>Saved details</Trans>
      </h2>
      <ul className="grid gap-2">
        {(all ? choices : choices.slice(0, SHOWN)).map((choice) => (
          <li key={choice.id}>
            <button
              type="button"
              aria-pressed={choice === chosen}
              className={`grid min-h-11 w-full gap-0.5 rounded-m border px-4 py-2.5 text-left hover:bg-sunken ${choice === chosen ? 'border-brand' : 'border-line'}`}
              onClick={() => onPick(choice)}
            >
              <Choice saved={choice} />
            </button>
          </li>
        ))}
      </ul>
      {all || count <= SHOWN ? null : (
        <Button variant="text" className="justify-self-start" onClick={() => setAll(true)}>
          <Trans>Show all {count}</Trans>
        </Button>
      )}
    </section>
  )
}

function Choice({ saved }: { saved: SavedRequisite }) {
  return (
    <>
      {saved.label ? <span className="font-[570] wrap-anywhere">{saved.label}</span> : null}
      <AddressText value={saved.value} />
      {saved.memo ? (
        <span className="text-[13px] text-muted wrap-anywhere">
          <Trans>Memo {saved.memo}</Trans>
        </span>
      ) : null}
      {saved.full_name ? <span className="text-[13px] text-muted wrap-anywhere">{saved.full_name}</span> : null}
    </>
  )
}
