import { useBlocker } from '@tanstack/react-router'

/** While `open`, browser back closes the overlay instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      close()
      return true
    },
    disabled: !open,
    enableBeforeUnload: false,
  })
}
