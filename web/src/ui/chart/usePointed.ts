import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { movedBy, nearest, type Spot } from './scale'

type Pointed = { at: number; byKey: boolean }

/** The point selected by mouse, touch or arrow keys. A touch selection stays after the finger lifts. */
export function usePointed(spots: readonly Spot[]) {
  const [pointed, setPointed] = useState<Pointed>()
  const last = spots.length - 1
  const at = pointed && last >= 0 ? Math.min(pointed.at, last) : undefined
  const clear = () => setPointed(undefined)
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (last < 0) return
    const left = event.currentTarget.getBoundingClientRect().left
    setPointed({ at: nearest(spots, event.clientX - left), byKey: false })
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || last < 0) return
    if (event.key === 'Escape') return clear()
    const to = movedBy(event.key, at ?? last, last)
    if (to === undefined) return
    event.preventDefault()
    setPointed({ at: to, byKey: true })
  }
  const handlers = {
    onPointerDown: follow,
    onPointerMove: follow,
    onPointerLeave: (event: PointerEvent) => (event.pointerType === 'touch' ? undefined : clear()),
    // The browser turned the gesture into a scroll.
    onPointerCancel: clear,
    onBlur: clear,
    onKeyDown: press,
  }
  return { at, byKey: pointed?.byKey ?? false, handlers }
}
