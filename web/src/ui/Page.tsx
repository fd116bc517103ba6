/*
 * <Page title actions narrow>…</Page> — a page's heading (the h1 that takes focus on navigation) and its content.
 * `narrow` is the single-column width of flows and forms.
 */
import type { ReactNode } from 'react'

type PageProps = { title: ReactNode; actions?: ReactNode; narrow?: boolean; children: ReactNode }

export function Page({ title, actions, narrow = false, children }: PageProps) {
  return (
    <>
      <header className="mb-5 flex min-h-11 items-center gap-2">
        <h1 tabIndex={-1} className="min-w-0 flex-1 break-words">
          {title}
        </h1>
        {actions}
      </header>
      {narrow ? <div className="mx-auto max-w-[620px]">{children}</div> : children}
    </>
  )
}
