import type { ReactNode } from 'react'

type PlainProps = { label: ReactNode; children: ReactNode; whole?: boolean; apart?: boolean }

/** One line of what is agreed to. `apart` draws the line that divides the price from the rest: a definition list may hold no rule of its own. */
export function Plain({ label, children, whole = false, apart = false }: PlainProps) {
  return (
    <div className={`price-line ${apart ? 'border-t border-line pt-2.5' : ''}`}>
      <dt>{label}</dt>
      <dd className={whole ? 'whitespace-nowrap' : 'min-w-0 break-words'}>{children}</dd>
    </div>
  )
}
