/*
 * <Columns side>main</Columns> — the two columns of a desktop page; one below the other on a phone. `side` answers how
 * long, what next and what is safe.
 */
import type { ReactNode } from 'react'

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4 desk:gap-5'

export function Columns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 desk:grid-cols-[minmax(0,1fr)_336px] desk:items-start desk:gap-5 min-[1440px]:grid-cols-[minmax(0,1fr)_360px]">
      <div className={COLUMN}>{children}</div>
      <div className={COLUMN}>{side}</div>
    </div>
  )
}
