import { useSyncExternalStore } from 'react'

// Specification, "Screens and routes": the desktop layout begins here.
const query = () => matchMedia('(min-width: 992px)')

function subscribe(changed: () => void): () => void {
  const list = query()
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether the window uses the desktop layout. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}
