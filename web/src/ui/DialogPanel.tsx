import { Dialog } from '@base-ui/react/dialog'
import type { DialogPanelProps } from './Dialog'
import { useBackCloses } from './useBackCloses'
import './overlays.css'

export default function DialogPanel({ open, onClose, title, opener, children }: DialogPanelProps) {
  useBackCloses(open, onClose)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop" />
        <Dialog.Popup className="dialog-popup" finalFocus={opener}>
          <Dialog.Title className="mb-3 text-[18px] font-semibold tracking-[-0.015em]">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
