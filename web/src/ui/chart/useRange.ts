import { useState } from 'react'
import { keepRange, keptRange, type Range } from './ranges'

/** The range of a chart, stored per kind of page. */
export function useRange(page: string, first?: Range): [Range, (range: Range) => void] {
  const [range, setRange] = useState(() => keptRange(page, first))
  const choose = (chosen: Range) => {
    setRange(chosen)
    keepRange(page, chosen)
  }
  return [range, choose]
}
