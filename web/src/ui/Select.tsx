/* <Select label value onChange error>…options</Select> — the native select, styled like a TextField. */
import { type ReactNode, useId } from 'react'

type SelectProps = {
  label: ReactNode
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  children: ReactNode
}

export function Select({ label, value, onChange, error, children }: SelectProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div
        className={`grid gap-0.5 rounded-m border bg-surface px-4 py-2.5 focus-within:shadow-[inset_0_0_0_1px_var(--brand)] ${error ? 'border-bad' : 'border-edge/60 focus-within:border-brand'}`}
      >
        <label htmlFor={id} className="text-[13px] text-muted">
          {label}
        </label>
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          className="-mx-1 h-7 w-full min-w-0 bg-surface text-[16px] text-text outline-none"
        >
          {children}
        </select>
      </div>
      <p id={`${id}-note`} role={error ? 'alert' : undefined} className="px-4 text-[13px] text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}
