import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { badgeOf } from '../../domain/transactionStatus'
import { useSearchTyped } from '../../domain/useSearchTyped'
import { SearchField } from '../../ui/SearchField'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { countFilters, type Filters, isTurned, SEARCH_MAX, STATES, type State, TYPES } from './filters'
import { useTypeNames } from './typeNames'

type MovementFiltersProps = { filters: Filters; onFilters: (change: Filters) => void }

/** The search field, and a button that shows the number of active filters and opens them. */
export function MovementFilters({ filters, onFilters }: MovementFiltersProps) {
  const { t } = useLingui()
  const id = useId()
  const set = countFilters(filters)
  const [open, setOpen] = useState(set > 0)
  const [typed, setTyped] = useSearchTyped(filters.search, (search) => onFilters({ search }))
  return (
    <div className="mb-2 grid gap-3">
      <div className="flex items-stretch gap-2">
        <SearchField
          label={t`Search by reference, amount or counterparty`}
          placeholder={t`Reference, amount, counterparty`}
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={setTyped}
        />
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-m bg-sunken px-3.5 font-[550] hover:bg-line"
        >
          <SlidersHorizontal size={18} aria-hidden="true" />
          {set > 0 ? (
            <Plural value={set} one="# filter" few="# filters" many="# filters" other="# filters" />
          ) : (
            <Trans>Filters</Trans>
          )}
        </button>
      </div>
      <div id={id} hidden={!open}>
        <Fields filters={filters} onFilters={onFilters} />
      </div>
    </div>
  )
}

function Fields({ filters, onFilters }: MovementFiltersProps) {
  const { t } = useLingui()
  const names = useTypeNames()
  const { type, state, from, to } = filters
  return (
    <div className="grid grid-cols-2 gap-2 pb-2 max-[359px]:grid-cols-1">
      <Select
        label={<Trans>Type</Trans>}
        value={type ?? ''}
        onChange={(value) => onFilters({ type: TYPES.find((one) => one === value) })}
      >
        <option value="">{t`All types`}</option>
        {TYPES.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </Select>
      <Select
        label={<Trans>State</Trans>}
        value={state ?? ''}
        onChange={(value) => onFilters({ state: value ? (value as State) : undefined })}
      >
        <option value="">{t`All states`}</option>
        {Object.entries(STATES).map(([one, [status]]) => (
          <option key={one} value={one}>
            {t(badgeOf(status).word)}
          </option>
        ))}
      </Select>
      <TextField
        type="date"
        label={<Trans>First day</Trans>}
        value={from ?? ''}
        max={to}
        onChange={(day) => onFilters({ from: day || undefined })}
      />
      <TextField
        type="date"
        label={<Trans>Last day</Trans>}
        value={to ?? ''}
        min={from}
        error={isTurned(filters) ? <Trans>The last day is before the first.</Trans> : undefined}
        onChange={(day) => onFilters({ to: day || undefined })}
      />
    </div>
  )
}
