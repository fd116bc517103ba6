import type { ReactNode } from 'react'
import type { Wait } from '../../parts/clock'
import { ClockText } from '../../parts/ClockText'

type DueRowProps = { title: ReactNode; note: ReactNode; wait: Wait | undefined; now: number; action: ReactNode }

/** One item of the day: what it is, how long it has waited, and one action. */
export function DueRow({ title, note, wait, now, action }: DueRowProps) {
  return (
    <li className="flex min-h-[58px] flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="grid min-w-0 flex-1 basis-44 gap-0.5">
        <span className="font-[580] wrap-anywhere">{title}</span>
        <span className="text-[13px] text-muted wrap-anywhere">{note}</span>
      </div>
      <span className="ml-auto flex items-center gap-x-3 gap-y-1 max-[479px]:flex-col max-[479px]:items-end">
        {wait ? <ClockText wait={wait} now={now} /> : null}
        {action}
      </span>
    </li>
  )
}
