import { Dialog } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { DialogPanelProps } from './Dialog'
import { useBackCloses } from './useBackCloses'
import './overlays.css'

export default function DialogPanel({ open, onClose, title, wide = false, opener, children }: DialogPanelProps) {
  const { t } = useLingui()
  useBackCloses(open, onClose)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop" />
        <Dialog.Popup className="dialog-popup" data-wide={wide || undefined} finalFocus={opener}>
          <div className={wide ? 'flex items-center justify-between gap-3 pt-3 pr-3 pl-5 desk:pt-4' : 'mb-3'}>
            <Dialog.Title className="text-[18px] font-semibold tracking-[-0.015em]">{title}</Dialog.Title>
            {wide ? (
              <Dialog.Close
                aria-label={t`Close`}
                className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken"
              >
                <X size={20} aria-hidden="true" />
              </Dialog.Close>
            ) : null}
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
