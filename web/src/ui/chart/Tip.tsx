import type { ReactNode } from 'react'

type TipProps = { x: number; width: number; value: ReactNode; when: string }

/** The tooltip of a point: value and time. Near an edge it stands beside the point, to stay inside the chart. */
export function Tip({ x, width, value, when }: TipProps) {
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute -top-4 z-10 w-max max-w-full rounded-control bg-text px-2.5 py-1.5 text-center text-[13px] leading-tight text-surface"
      style={{ left: x, transform: `translateX(${(-100 * x) / width}%)` }}
    >
      <span className="font-semibold wrap-anywhere">{value}</span> · {when}
    </p>
  )
}
