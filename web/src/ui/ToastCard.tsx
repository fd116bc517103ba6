import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { TONE_GROUND } from './Badge'
import { dismiss, type Toast } from './toast'

/** One toast, until it expires or is closed; see toast.ts for notify.success(text) and the rest. */
export function ToastCard({ id, tone, text }: Toast) {
  const { t } = useLingui()
  return (
    <div
      className={`pointer-events-auto flex w-full max-w-md items-center gap-2 rounded-m py-1 pr-1 pl-4 text-[14px] shadow-lg ${TONE_GROUND[tone]}`}
    >
      <span className="min-w-0 flex-1 break-words py-2">{text}</span>
      <button
        type="button"
        aria-label={t`Close`}
        className="grid size-11 place-items-center"
        onClick={() => dismiss(id)}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  )
}
