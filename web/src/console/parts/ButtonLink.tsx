import type { ReactNode } from 'react'
import { smallButtonClass } from '../../ui/Button'
import { Go } from './Go'

/** <ButtonLink to>label</ButtonLink> — a link of a row or card that looks like a small button. */
export function ButtonLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Go to={to} className={smallButtonClass('quiet', 'shrink-0 px-3! text-[13px]! desk:min-h-9! desk:py-1!')}>
      {children}
    </Go>
  )
}
