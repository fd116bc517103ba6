import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The element that had the focus when `open` became true, to restore it later. Must be outside the lazily loaded panel,
 * because its own focus may already have moved when that has loaded.
 */
export function useOpener(open: boolean): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (open && focused instanceof HTMLElement && focused !== document.body) opener.current = focused
  }, [open])
  return opener
}
