/* <Segmented label value options={[{ value, label }]} onChange /> — two to four choices, as radio buttons. */
import { type ReactNode, useId } from 'react'

type SegmentedProps<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className="grid min-w-0 auto-cols-fr grid-flow-col rounded-m bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative grid min-h-11 cursor-pointer place-items-center rounded-control px-1 text-center font-[550] text-muted transition-colors duration-150 has-checked:bg-surface has-checked:text-text has-checked:shadow-[0_1px_3px_rgb(0_0_0/.08)] has-focus-visible:outline-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
