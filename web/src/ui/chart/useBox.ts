import { useCallback, useState } from 'react'
import type { Box } from './drawing'

/** The size of an element; `undefined` until it is measured. */
export function useBox() {
  const [box, setBox] = useState<Box>()
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watch = new ResizeObserver(() => setBox({ width: element.clientWidth, height: element.clientHeight }))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { box, ref }
}
