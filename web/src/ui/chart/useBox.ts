import { useCallback, useState } from 'react'
import type { Box } from './drawing'

/** How large an element is; `undefined` until it has been measured. */
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
