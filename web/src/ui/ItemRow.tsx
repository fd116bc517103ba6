/* <ItemRow icon title note value below> — one list row: title on the left, value on the right. */
import type { ReactNode } from 'react'

const LONG_TITLE = 26

/** Whether a title is too long for one line with its value on a narrow phone. */
export const isLongTitle = (title: string) => title.length > LONG_TITLE

type ItemRowProps = {
  icon?: ReactNode
  title: ReactNode
  note?: ReactNode
  value?: ReactNode
  below?: ReactNode
  /** For a long title: on a narrow phone the value moves below instead of squeezing the title. */
  roomy?: boolean
}

export function ItemRow({ icon, title, note, value, below, roomy = false }: ItemRowProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-3">
      {icon}
      <div className={`grid flex-1 grid-cols-[minmax(0,1fr)] gap-0.5 ${roomy ? 'min-w-48' : 'min-w-24'}`}>
        <span className="font-[570] wrap-anywhere">{title}</span>
        {note ? <span className="text-[13px] text-muted wrap-anywhere">{note}</span> : null}
      </div>
      <div className="ml-auto grid max-w-full justify-items-end gap-0.5 text-right">
        {value ? <span className="font-[570] wrap-anywhere">{value}</span> : null}
        {below ? <span className="text-[13px] text-muted">{below}</span> : null}
      </div>
    </div>
  )
}
