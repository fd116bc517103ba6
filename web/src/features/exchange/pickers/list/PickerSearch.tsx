import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { ChoicePills } from '../../../../ui/chart/ChoicePills'
import type { Chip } from '../coins'

type PickerSearchProps = {
  query: string
  onQuery: (query: string) => void
  onEnter: () => void
  chips: readonly Chip[]
  chip: Chip
  onChip: (chip: Chip) => void
}

/** The search field, and chips that shorten the list. Enter takes the best match, the arrow down goes to the list. */
export function PickerSearch({ query, onQuery, onEnter, chips, chip, onChip }: PickerSearchProps) {
  const { t } = useLingui()
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      event.currentTarget.closest('.picker-coins')?.querySelector<HTMLElement>('.picker-row')?.focus()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  const names: Record<Chip, string> = {
    popular: t`Popular`,
    yours: t`Yours`,
    stable: t`Stable`,
    fiat: t`Money`,
    all: t`All`,
  }
  return (
    <div className="grid grid-cols-1 gap-1 px-5 pt-1 pb-1">
      <div className="picker-search">
        <Search size={18} aria-hidden="true" />
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to search; focus belongs here
          autoFocus
          value={query}
          aria-label={t`Search currency or network`}
          placeholder={t`Name, code or network`}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={press}
        />
      </div>
      {chips.length > 0 && query.trim() === '' ? (
        <ChoicePills
          label={t`Which currencies`}
          value={chip}
          options={chips.map((each) => ({ value: each, label: names[each] }))}
          onChange={onChip}
        />
      ) : null}
    </div>
  )
}
