import { type ReactNode, useId } from 'react'

type ChoicePillsProps<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

/** A few choices of how a chart is shown. Each looks 32 pixels high, and 44 pixels can be pressed. */
export function ChoicePills<Value extends string>({ label, value, options, onChange }: ChoicePillsProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-wrap">
      {options.map((option) => (
        <label key={option.value} className="relative grid min-h-11 min-w-11 cursor-pointer items-center">
          <input
            type="radio"
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="grid h-8 place-items-center rounded-full px-3 text-[14px] font-[550] text-muted transition-colors duration-150 peer-checked:bg-brand-soft peer-checked:text-brand peer-hover:text-text peer-checked:peer-hover:text-brand peer-focus-visible:outline-2 peer-focus-visible:outline-brand">
            <span>{option.label}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
