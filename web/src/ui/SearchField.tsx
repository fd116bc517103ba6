/* <SearchField label placeholder value onChange maxLength> — a one-line filter of a list while typing. */
import { Search } from 'lucide-react'

type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  maxLength: number
}

export function SearchField({ label, placeholder, value, onChange, maxLength }: SearchFieldProps) {
  return (
    <div className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-m border border-edge/60 bg-surface px-3.5 focus-within:border-brand focus-within:shadow-[inset_0_0_0_1px_var(--brand)]">
      <Search size={18} aria-hidden="true" className="shrink-0 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        // 16 px keeps iOS from zooming into the field.
        className="h-10 w-full min-w-0 bg-transparent text-[16px] text-ellipsis outline-none placeholder:text-faint"
      />
    </div>
  )
}
