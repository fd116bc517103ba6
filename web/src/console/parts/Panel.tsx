import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import '../../ui/overlays.css'

type PanelProps = { open: boolean; onClose: () => void; title: ReactNode; children: ReactNode }

/** <Panel open onClose title> — a modal panel. It traps and restores focus; Escape closes it. */
export function Panel({ open, onClose, title, children }: PanelProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop" />
        <Dialog.Popup className="dialog-popup">
          <Dialog.Title className="mb-3 text-[18px] font-semibold tracking-[-0.015em]">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
