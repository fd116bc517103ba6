type PillsProps<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** <Pills label value options onChange> — a filter with a few exclusive choices. */
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
          className={`min-h-11 rounded-full border px-4 text-[14px] desk:min-h-9 ${option.value === value ? 'border-text bg-text text-surface' : 'border-line bg-surface text-muted hover:text-text'}`}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
