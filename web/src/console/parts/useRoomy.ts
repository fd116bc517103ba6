import { useSyncExternalStore } from 'react'

// The list needs 720 px beside the sidebar and the panel.
const query = () => matchMedia('(min-width: 1200px)')

function subscribe(changed: () => void): () => void {
  const list = query()
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether a list has room for a panel beside it. */
export function useRoomy(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}
