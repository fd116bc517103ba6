/*
 * <Card title aside tight raised> — a white surface. `title` is its h2; `aside`, such as a link, is to its right.
 * `tight` is for lists: less padding, rows divided by <ItemRow>. `raised` is for the card that acts.
 */
import type { ReactNode } from 'react'

type CardProps = {
  title?: ReactNode
  aside?: ReactNode
  tight?: boolean
  raised?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, aside, tight = false, raised = false, className = '', children }: CardProps) {
  const padding = tight ? 'px-4 pt-4 pb-1 desk:px-5 desk:pt-5 desk:pb-2' : 'p-[18px] desk:p-6'
  return (
    <section
      className={`rounded-card bg-surface ${raised ? 'shadow-(--e2)' : 'shadow-(--e1)'} ${padding} ${className}`}
    >
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
