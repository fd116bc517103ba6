import { useBlocker } from '@tanstack/react-router'

/** While `open`, going back in the browser closes what lies over the page and leaves the page where it is. */
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
