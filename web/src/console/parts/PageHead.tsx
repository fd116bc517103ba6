import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Go } from './Go'

/** The line of the frame's search and, on a phone, of its menu button. */
const BAR = '-order-1 flex min-h-11 items-center gap-x-3 px-12 desk:pr-[282px] desk:pl-0'

type TitleProps = { title: ReactNode; children?: ReactNode }

/** <PageHead title>what is beside it</PageHead> — the heading of a page. */
export function PageHead(props: TitleProps) {
  return (
    <div className={BAR}>
      <PageTitle {...props} />
    </div>
  )
}

/** <BackTo to>All customers</BackTo> — on a detail's page, the way back to its list; the heading follows with the data. */
export function BackTo({ to, children }: { to: string; children: ReactNode }) {
  return (
    <div className={BAR}>
      <Go to={to} className="inline-flex min-h-11 items-center gap-1 text-muted hover:text-text">
        <ChevronLeft size={16} aria-hidden="true" />
        {children}
      </Go>
    </div>
  )
}

/** A heading with what stands beside it, such as a state. */
export function PageTitle({ title, children }: TitleProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <h1 className="min-w-0 wrap-anywhere">{title}</h1>
      {children}
    </div>
  )
}
