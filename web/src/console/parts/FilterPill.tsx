import { useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { PILL, PILL_OFF, PILL_ON } from './Pills'

type FilterPillProps = {
  label: string
  value: string | undefined
  options: readonly { code: string; name: string }[]
  onChange: (value: string) => void
}

/** <FilterPill label value options onChange> — "+ Status", or the chosen value with a cross. The list is native. */
export function FilterPill({ label, value, options, onChange }: FilterPillProps) {
  const { t } = useLingui()
  const name = options.find(({ code }) => code === value)?.name ?? value
  return (
    <span className={`relative ${PILL} ${value ? `${PILL_ON} pr-0!` : PILL_OFF} has-[select:focus-visible]:outline-3`}>
      {value ? null : <Plus size={14} aria-hidden="true" />}
      <span aria-hidden="true">{name ?? label}</span>
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer rounded-full text-[16px] opacity-0"
      >
        <option value="">{t`Any`}</option>
        {options.map((option) => (
          <option key={option.code} value={option.code}>
            {option.name}
          </option>
        ))}
      </select>
      {value ? <ClearButton name={name ?? label} onClear={() => onChange('')} /> : null}
    </span>
  )
}

/** The cross of a chosen filter. */
export function ClearButton({ name, onClear }: { name: string; onClear: () => void }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      aria-label={t`Remove: ${name}`}
      onClick={onClear}
      className="relative grid size-11 place-items-center rounded-full text-muted hover:text-text desk:size-8"
    >
      <X size={14} aria-hidden="true" />
    </button>
  )
}
