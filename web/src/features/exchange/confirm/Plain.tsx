import type { ReactNode } from 'react'
import { PRICE_LINE } from '../../../domain/priceLine'

type PlainProps = { label: ReactNode; children: ReactNode; whole?: boolean; apart?: boolean }

/** One line of the terms. `apart` adds a dividing line, because a definition list may not contain a rule. */
export function Plain({ label, children, whole = false, apart = false }: PlainProps) {
  return (
    <div className={`${PRICE_LINE.row} ${apart ? 'border-t border-line pt-2.5' : ''}`}>
      <dt className={PRICE_LINE.words}>{label}</dt>
      <dd className={`${PRICE_LINE.value} ${whole ? 'whitespace-nowrap' : 'min-w-0'}`}>{children}</dd>
    </div>
  )
}
