import type { ReactNode } from 'react'

type CardProps = { title?: ReactNode; aside?: ReactNode; children: ReactNode }

/** <Card title aside>content</Card> — a surface of the console, denser than the customers' card. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section className="min-w-0 rounded-card bg-surface p-4 shadow-(--e1) desk:px-[18px]">
      {title ? (
        <div className="mb-3 flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 className="wrap-anywhere">{title}</h2>
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  )
}
