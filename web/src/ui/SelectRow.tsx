/*
 * <SelectRow glyph label value shown onChange>options</SelectRow> — a list row with a native select over all of it.
 * `shown` is the value in words, and may have a picture.
 */
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { RowGlyph } from './ListRow'

type SelectRowProps = {
  glyph: ReactNode
  label: ReactNode
  value: string
  shown: ReactNode
  onChange: (value: string) => void
  children: ReactNode
}

export function SelectRow({ glyph, label, value, shown, onChange, children }: SelectRowProps) {
  const id = useId()
  return (
    <div className="relative flex min-h-15 items-center gap-3 px-[18px] py-2.5 transition-colors duration-150 first:rounded-t-card last:rounded-b-card hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:-outline-offset-3 has-focus-visible:outline-brand">
      <RowGlyph>{glyph}</RowGlyph>
      <label htmlFor={id} className="t-row min-w-0 flex-1 wrap-anywhere">
        {label}
      </label>
      <span
        aria-hidden="true"
        className="t-cap flex max-w-[55%] items-center gap-2 text-right text-muted wrap-anywhere"
      >
        {shown}
      </span>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer bg-surface text-[16px] text-text opacity-0"
      >
        {children}
      </select>
    </div>
  )
}
