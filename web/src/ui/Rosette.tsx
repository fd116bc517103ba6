/* <Rosette>icon</Rosette> — fine engraved lines around an icon, for empty states and moments. Decorative. */
import type { ReactNode } from 'react'

const TURNS = 22

/** Narrow ellipses, each turned a little more. They leave the middle free. */
const ANGLES = Array.from({ length: TURNS }, (_, turn) => (180 / TURNS) * turn)

/** The lines alone, in the current colour. */
export function Guilloche({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="-46 -46 92 92" className={className} fill="none" stroke="currentColor">
      {ANGLES.map((angle) => (
        <ellipse key={angle} rx={45} ry={29} strokeWidth={0.6} transform={`rotate(${angle})`} />
      ))}
    </svg>
  )
}

export function Rosette({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="relative grid size-[92px] place-items-center text-brand">
      <Guilloche className="absolute inset-0 opacity-55" />
      <span className="relative grid size-14 place-items-center rounded-full bg-surface [&>svg]:size-9 [&>svg]:stroke-[1.6]">
        {children}
      </span>
    </span>
  )
}
