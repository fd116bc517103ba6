import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Go } from '../../parts/Go'

type HomeCardProps = { title: ReactNode; to?: string | undefined; aside?: ReactNode; children: ReactNode }

/** <HomeCard title to>rows</HomeCard> — a card of the overview, with a link to the whole list. */
export function HomeCard({ title, to, aside, children }: HomeCardProps) {
  return (
    <section className="min-w-0 rounded-card bg-surface px-4 pt-3 pb-2 shadow-(--e1)">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line desk:min-h-9">
        <h2>{title}</h2>
        {aside}
        {to ? (
          <Go to={to} className="py-2 text-[13px] font-[580] text-brand hover:underline">
            <Trans>Show all</Trans>
            <span className="sr-only">: {title}</span>
          </Go>
        ) : null}
      </div>
      {children}
    </section>
  )
}
