/* <Toaster /> — mounted once by the shell; see toast.ts for notify.success(text) and the rest. */
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { TONE_GROUND } from './Badge'
import { dismiss, toastStore } from './toast'

export function Toaster() {
  const { t } = useLingui()
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-24 z-60 grid justify-items-center gap-2 desk:bottom-6"
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`pointer-events-auto flex w-full max-w-md items-center gap-2 rounded-m py-1 pr-1 pl-4 text-[14px] shadow-lg ${TONE_GROUND[toast.tone]}`}
        >
          <span className="min-w-0 flex-1 break-words py-2">{toast.text}</span>
          <button
            type="button"
            aria-label={t`Close`}
            className="grid size-11 place-items-center"
            onClick={() => dismiss(toast.id)}
          >
            <X size={18} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  )
}
