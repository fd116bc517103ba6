type PillsProps<Value extends string> = {
  label: string
  value: Value | undefined
  options: readonly { value: Value; label: string; count?: string | undefined }[]
  onChange: (value: Value) => void
}

/** The shape of a pill: 44 pixels can be pressed on a phone, 32 on a desktop. */
export const PILL =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-[13px] font-[580] whitespace-nowrap desk:min-h-8'
export const PILL_ON = 'bg-brand-soft text-text ring-2 ring-brand ring-inset'
export const PILL_OFF = 'bg-surface text-text ring-1 ring-line ring-inset hover:ring-edge'

/** <Pills label value options onChange> — a filter with a few exclusive choices, each with its count. */
export function Pills<Value extends string>({ label, value, options, onChange }: PillsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere.
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={`${PILL} ${option.value === value ? PILL_ON : PILL_OFF}`}
        >
          {option.label}
          {option.count ? <b className="font-bold tabular-nums">{option.count}</b> : null}
        </button>
      ))}
    </div>
  )
}
