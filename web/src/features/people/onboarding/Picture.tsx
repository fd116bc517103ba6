import { Check, Clock, Equal, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { Guilloche } from '../../../ui/Rosette'
import type { SlideId } from './slides'

/** A decorative drawing of the screen that a slide describes, without text. */
export function Picture({ of }: { of: SlideId }) {
  return (
    <div
      aria-hidden="true"
      className="relative grid h-56 place-items-center overflow-hidden rounded-card bg-hero p-5 text-hero-accent"
    >
      <Guilloche className="absolute -top-16 -right-20 size-72 opacity-30" />
      <Guilloche className="absolute -bottom-24 -left-16 size-64 opacity-20" />
      <div className="relative w-full max-w-64 rounded-card bg-surface p-4 text-text shadow-(--e3)">{drawing(of)}</div>
    </div>
  )
}

function drawing(of: SlideId): ReactNode {
  switch (of) {
    case 'price':
      return (
        <div className="grid gap-3">
          <Line from="w-24" to="w-14" />
          <Line from="w-16" to="w-10" />
          <Line from="w-20" to="w-12" />
          <div className="flex items-center justify-between border-t border-line pt-3">
            <Equal size={20} className="text-brand" />
            <span className="h-4 w-24 rounded-full bg-brand" />
          </div>
        </div>
      )
    case 'order':
      return (
        <div className="grid gap-3">
          <Point done width="w-32" />
          <Point done width="w-24" />
          <Point width="w-28" />
        </div>
      )
    case 'balances':
      return (
        <div className="grid justify-items-center gap-4">
          <Scale size={44} strokeWidth={1.5} className="text-brand" />
          <div className="flex w-full justify-between">
            <span className="h-3 w-24 rounded-full bg-line" />
            <span className="h-3 w-24 rounded-full bg-line" />
          </div>
          <span className="grid size-7 place-items-center rounded-full bg-ok-soft text-ok">
            <Check size={18} />
          </span>
        </div>
      )
  }
}

const Line = ({ from, to }: { from: string; to: string }) => (
  <div className="flex justify-between">
    <span className={`h-3 rounded-full bg-line ${from}`} />
    <span className={`h-3 rounded-full bg-line ${to}`} />
  </div>
)

const Point = ({ done = false, width }: { done?: boolean; width: string }) => (
  <div className="flex items-center gap-3">
    <span
      className={`grid size-8 place-items-center rounded-full ${done ? 'bg-ok-soft text-ok' : 'bg-wait-soft text-wait'}`}
    >
      {done ? <Check size={18} /> : <Clock size={18} />}
    </span>
    <span className={`h-3 rounded-full bg-line ${width}`} />
  </div>
)
