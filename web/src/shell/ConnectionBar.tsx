import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { connectionStore } from '../api/connection'

/** One quiet bar while the service cannot be heard; bottom right on desktops, above the tabs on phones. */
export function ConnectionBar() {
  const state = useSyncExternalStore(connectionStore.subscribe, connectionStore.current)
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-20 z-50 flex justify-end desk:right-6 desk:bottom-6 desk:left-auto"
    >
      {state === 'ok' ? null : (
        <div className="flex w-full items-center gap-3 rounded-m border border-line bg-surface py-1 pr-1 pl-4 text-[14px] shadow-lg desk:w-auto">
          <WifiOff size={18} aria-hidden="true" className="shrink-0 text-wait" />
          <span className="min-w-0 flex-1 py-2">
            {state === 'offline' ? (
              <Trans>You are offline. What you see may be behind.</Trans>
            ) : (
              <Trans>Unstable connection</Trans>
            )}
          </span>
          {/* Offline, a reload would leave nothing but the browser's own error page. */}
          {state === 'offline' ? null : (
            <button type="button" className="min-h-11 px-3 font-semibold text-brand" onClick={() => location.reload()}>
              <Trans>Reload</Trans>
            </button>
          )}
        </div>
      )}
    </div>
  )
}
