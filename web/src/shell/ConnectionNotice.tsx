import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'

/** A notice while the server cannot be reached. */
export function ConnectionNotice({ isOffline }: { isOffline: boolean }) {
  return (
    <div className="flex w-full items-center gap-3 rounded-m border border-line bg-surface py-1 pr-1 pl-4 text-[14px] shadow-lg desk:w-auto">
      <WifiOff size={18} aria-hidden="true" className="shrink-0 text-wait" />
      <span className="min-w-0 flex-1 py-2 last:pr-3">
        {isOffline ? (
          <Trans>You are offline. What you see may be out of date.</Trans>
        ) : (
          <Trans>Unstable connection</Trans>
        )}
      </span>
      {/* Offline, a reload would only show the browser's own error page. */}
      {isOffline ? null : (
        <button type="button" className="min-h-11 px-3 font-semibold text-brand" onClick={() => location.reload()}>
          <Trans>Reload</Trans>
        </button>
      )}
    </div>
  )
}
