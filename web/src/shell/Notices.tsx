import { useSyncExternalStore } from 'react'
import { connectionStore } from '../api/connection'
import { toastStore } from '../ui/toast'
import { useShellFallbacks } from './shellFallbacks'

/**
 * The connection notice (bottom right on desktops, above the tabs on phones) and toasts. Their live regions are always
 * mounted, because screen readers announce only changes in known regions.
 */
export function Notices() {
  const connection = useSyncExternalStore(connectionStore.subscribe, connectionStore.current, connectionStore.current)
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, toastStore.current)
  const fetched = useShellFallbacks(connection !== 'ok' || toasts.length > 0)
  const rare = fetched === 'lost' ? undefined : fetched
  return (
    <>
      <div
        role="status"
        className="fixed inset-x-4 bottom-20 z-50 flex justify-end desk:right-6 desk:bottom-6 desk:left-auto"
      >
        {rare && connection !== 'ok' ? <rare.ConnectionNotice isOffline={connection === 'offline'} /> : null}
      </div>
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-24 z-60 grid justify-items-center gap-2 desk:bottom-6"
      >
        {rare ? toasts.map((toast) => <rare.ToastCard key={toast.id} {...toast} />) : null}
      </div>
    </>
  )
}
