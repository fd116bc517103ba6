import type { ReactNode } from 'react'

type PlainProps = { label: ReactNode; children: ReactNode; whole?: boolean; apart?: boolean }

/** One line of the terms. `apart` adds a dividing line, because a definition list may not contain a rule. */
export function Plain({ label, children, whole = false, apart = false }: PlainProps) {
  return (
    <div className={`price-line ${apart ? 'border-t border-line pt-2.5' : ''}`}>
      <dt>{label}</dt>
      <dd className={whole ? 'whitespace-nowrap' : 'min-w-0 break-words'}>{children}</dd>
    </div>
  )
}
