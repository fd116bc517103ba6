import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'

type SearchBoxProps = { value: string; onChange: (text: string) => void; children: ReactNode }

const QUERY_MAX = 120

/** The search of help: the largest thing on the page, with what it finds below. */
export function SearchBox({ value, onChange, children }: SearchBoxProps) {
  const { t } = useLingui()
  return (
    <search className="rounded-card bg-surface p-[18px] shadow-(--e2) desk:p-6">
      <h2 className="t-h1 mb-3">
        <Trans>How can we help?</Trans>
      </h2>
      <div className="flex min-h-15 items-center gap-3 rounded-m border border-edge/60 px-4 focus-within:border-brand focus-within:shadow-[inset_0_0_0_1px_var(--brand)]">
        <Search size={22} aria-hidden="true" className="shrink-0 text-muted" />
        <input
          type="search"
          aria-label={t`Search in help`}
          placeholder={t`For example: wrong network`}
          value={value}
          maxLength={QUERY_MAX}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className="w-full min-w-0 bg-transparent text-[16px] outline-none placeholder:text-faint"
        />
      </div>
      {children}
    </search>
  )
}
