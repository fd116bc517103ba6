/*
 * <Sheet><SheetPart>…</SheetPart></Sheet> — the card that acts: parts divided by lines, for a summary to confirm or a
 * payment to make. <SheetIcon> is the square glyph of a part.
 */
import type { ReactNode } from 'react'

export function Sheet({ children, labelledBy }: { children: ReactNode; labelledBy?: string }) {
  return (
    <section
      aria-labelledby={labelledBy}
      className="grid grid-cols-1 divide-y divide-line overflow-hidden rounded-card bg-surface shadow-(--e2)"
    >
      {children}
    </section>
  )
}

type SheetPartProps = { children: ReactNode; className?: string }

export function SheetPart({ children, className = 'grid grid-cols-1 gap-4' }: SheetPartProps) {
  return <div className={`p-[18px] desk:px-[22px] desk:py-5 ${className}`}>{children}</div>
}

export function SheetIcon({ children }: { children: ReactNode }) {
  return (
    <span className="grid size-[38px] shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
      {children}
    </span>
  )
}
