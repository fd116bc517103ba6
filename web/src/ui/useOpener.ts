import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The element that had the focus when `open` became true: where focus goes back to. Must stand outside the lazily
 * loaded panel, for by the time that has arrived its own focus may have moved in.
 */
export function useOpener(open: boolean): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (open && focused instanceof HTMLElement && focused !== document.body) opener.current = focused
  }, [open])
  return opener
}
