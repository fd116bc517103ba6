/* <Lines><Line label note>value</Line></Lines> — a definition list: label on the left, value on the right. */
import type { ReactNode } from 'react'

export function Lines({ children }: { children: ReactNode }) {
  return <dl className="grid gap-2.5 text-[14px]">{children}</dl>
}

export function Line({ label, note, children }: { label: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">
        {label}
        {note ? <span className="ml-2 text-faint">{note}</span> : null}
      </dt>
      <dd className="ml-auto flex items-center gap-1.5 text-right font-medium">{children}</dd>
    </div>
  )
}
