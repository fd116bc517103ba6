import { useEffect, useEffectEvent } from 'react'
import { go } from '../../place'
import { isTaken } from '../../search/useShortcut'

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

type Keys = {
  ids: readonly string[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** The index that a key leads to; from no choice to the first row. */
export function steppedTo(at: number, step: number, count: number): number {
  if (at < 0) return 0
  return Math.max(0, Math.min(count - 1, at + step))
}

/**
 * The keys of a list: j and k or the arrows choose a row, Enter opens it, Escape ends the choice. Arrows scroll the
 * page as long as no row is chosen.
 */
export function useListKeys({ ids, chosen, onChoose }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const at = chosen ? ids.indexOf(chosen) : -1
    const step = STEPS[event.key]
    if (step !== undefined && ids.length > 0 && (at >= 0 || event.key.length === 1)) {
      event.preventDefault()
      choose(ids[steppedTo(at, step, ids.length)])
    }
    if (event.key === 'Escape' && chosen) onChoose(undefined)
    if (event.key === 'Enter' && chosen && event.target === document.body) go(`/movements/${chosen}`)
  })
  const choose = (id: string | undefined) => {
    onChoose(id)
    // The link of the row: Enter opens it, and a screen reader says what was chosen.
    const link = document.querySelector<HTMLElement>(`[data-movement="${id}"]`)
    link?.focus({ preventScroll: true })
    link?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
