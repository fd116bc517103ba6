/*
 * <Page title back actions narrow>…</Page> — a page's heading (the h1 that takes focus on navigation) and its content.
 * `back` is a round link before the heading, with
 * `backClass`. `narrow` is the single-column width of flows and forms.
 */
import type { ReactNode } from 'react'

/** The look of the link back. */
export const backClass =
  'back -ml-2.5 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-text'

type PageProps = { title: ReactNode; back?: ReactNode; actions?: ReactNode; narrow?: boolean; children: ReactNode }

export function Page({ title, back, actions, narrow = false, children }: PageProps) {
  return (
    <>
      <header className="mb-5 flex min-h-11 items-center gap-2">
        {back}
        <h1 tabIndex={-1} className="min-w-0 flex-1 break-words">
          {title}
        </h1>
        {actions}
      </header>
      {narrow ? <div className="max-w-[620px]">{children}</div> : children}
    </>
  )
}
