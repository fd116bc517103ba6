import { Trans, useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import { useDisplayType } from '../../parts/movementWords'
import { Pills } from '../../parts/Pills'
import { useTransactionStatus } from '../../parts/transactionWords'
import { CURRENCIES, DISPLAY_TYPES, ENDPOINTS, STATUSES, TYPES } from './codes'
import { changed, type Field, type MovementFilter } from './filter'

type FilterBarProps = { filter: MovementFilter; onChange: (filter: MovementFilter) => void }

const CHOICES: readonly Field[] = ['status', 'display_type', 'type', 'payway', 'currency']
const AMOUNT = /^\d{1,20}([.,]\d{1,18})?$/

const ANY_AGE = 'all'

/** The filters of the list. Each choice applies at once and is stored in the URL. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const { t } = useLingui()
  const display = useDisplayType()
  const status = useTransactionStatus()
  const set = (field: Field) => (value: string) => onChange(changed(filter, field, value))
  const choice = (field: Field, label: string, options: readonly { code: string; name: string }[]) => (
    <Choice label={label} value={filter[field] ?? ''} onChange={set(field)} options={options} />
  )
  const plain = (all: readonly string[]) => all.map((code) => ({ code, name: code }))
  // A phone has no room for them above the list, so a button opens them.
  const [open, setOpen] = useState(false)
  const count = CHOICES.filter((field) => filter[field]).length
  const shown = open ? 'grid' : 'hidden desk:grid'
  return (
    <div className="grid gap-3">
      <Pills
        label={t`Age`}
        value={filter.age ?? ANY_AGE}
        onChange={(age) => set('age')(age === ANY_AGE ? '' : age)}
        options={[
          { value: ANY_AGE, label: t`All` },
          { value: 'day', label: t`Last 24 hours` },
          { value: 'week', label: t`Last 7 days` },
          { value: 'month', label: t`Last 31 days` },
        ]}
      />
      <Button
        variant="quiet"
        className="min-h-11! py-2! desk:hidden!"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal size={18} aria-hidden="true" />
        {count > 0 ? <Trans>Filters ({count})</Trans> : <Trans>Filters</Trans>}
      </Button>
      <div className={`${shown} grid-cols-2 gap-3 desk:grid-cols-5`}>
        {choice(
          'status',
          t`Status`,
          STATUSES.map((code) => ({ code, name: status(code).words })),
        )}
        {choice(
          'display_type',
          t`Kind`,
          DISPLAY_TYPES.map((code) => ({ code, name: display(code) })),
        )}
        {choice('type', t`Type`, plain(TYPES))}
        {choice('payway', t`Payway`, plain(ENDPOINTS))}
        {choice('currency', t`Currency`, plain(CURRENCIES))}
      </div>
      {filter.currency ? (
        <div className={shown}>
          <Amounts key={`${filter.currency} ${filter.min} ${filter.max}`} filter={filter} onChange={onChange} />
        </div>
      ) : null}
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { code: string; name: string }[]
}

function Choice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <Select label={label} value={value} onChange={onChange}>
      <option value="">
        <AnyOf />
      </option>
      {options.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function AnyOf(): ReactNode {
  return <Trans>Any</Trans>
}

/** The minimum and maximum order amount. */
function Amounts({ filter, onChange }: FilterBarProps) {
  const { t } = useLingui()
  const [min, setMin] = useState(filter.min ?? '')
  const [max, setMax] = useState(filter.max ?? '')
  const [wrong, setWrong] = useState<Record<string, boolean>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const bad = (text: string) => text.trim() !== '' && !AMOUNT.test(text.trim())
    setWrong({ min: bad(min), max: bad(max) })
    if (bad(min) || bad(max)) return
    const plain = (text: string) => text.trim().replace(',', '.')
    onChange(changed(changed(filter, 'min', plain(min)), 'max', plain(max)))
  }
  const error = (name: string) => (wrong[name] ? t`Enter an amount such as 100.50` : undefined)
  return (
    <form
      className="grid grid-cols-2 gap-3 desk:grid-cols-[200px_200px_auto] desk:items-start"
      noValidate
      onSubmit={submit}
    >
      <TextField
        label={t`At least, ${filter.currency}`}
        value={min}
        onChange={setMin}
        error={error('min')}
        inputMode="decimal"
        maxLength={40}
        autoComplete="off"
      />
      <TextField
        label={t`At most, ${filter.currency}`}
        value={max}
        onChange={setMax}
        error={error('max')}
        inputMode="decimal"
        maxLength={40}
        autoComplete="off"
      />
      <Button
        type="submit"
        variant="quiet"
        className="col-span-2 desk:col-span-1 desk:min-h-[70px] desk:w-auto! desk:justify-self-start"
      >
        <Trans>Apply</Trans>
      </Button>
    </form>
  )
}
