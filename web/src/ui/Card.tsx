/*
 * <Card title aside tight> — a white sheet. `title` is its h2; `aside` stands at the title's right (a link).
 * `tight` is for lists: less padding, rows divided by <ItemRow>.
 */
import type { ReactNode } from 'react'

type CardProps = { title?: ReactNode; aside?: ReactNode; tight?: boolean; className?: string; children: ReactNode }

export function Card({ title, aside, tight = false, className = '', children }: CardProps) {
  const padding = tight ? 'px-4 pt-4 pb-1 desk:px-5 desk:pt-5 desk:pb-2' : 'p-[18px] desk:p-6'
  return (
    <section className={`rounded-card border border-line/60 bg-surface shadow-(--shadow) ${padding} ${className}`}>
      {title ? (
        <div className={`flex min-h-6 items-center justify-between gap-3 ${tight ? 'mb-1.5' : 'mb-4'}`}>
          <h2>{title}</h2>
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  )
}

type ItemRowProps = {
  icon?: ReactNode
  title: ReactNode
  note?: ReactNode
  value?: ReactNode
  below?: ReactNode
  /** For a long title: on a narrow phone the value goes below rather than squeeze it. */
  roomy?: boolean
}

/** <ItemRow icon title note value below> — one row of a list: what at the left, how much at the right. */
export function ItemRow({ icon, title, note, value, below, roomy = false }: ItemRowProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-3">
      {icon}
      <div className={`grid flex-1 gap-0.5 ${roomy ? 'min-w-48' : 'min-w-16'}`}>
        <span className="font-[570] wrap-anywhere">{title}</span>
        {note ? <span className="text-[13px] text-muted">{note}</span> : null}
      </div>
      <div className="ml-auto grid max-w-full justify-items-end gap-0.5 text-right">
        {value ? <span className="font-[570] wrap-anywhere">{value}</span> : null}
        {below ? <span className="text-[13px] text-muted">{below}</span> : null}
      </div>
    </div>
  )
}
