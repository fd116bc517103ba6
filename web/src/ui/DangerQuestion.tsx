/* <DangerQuestion open title stay goOn onClose onGoOn>what happens</DangerQuestion> — asks before what cannot be undone. */
import type { ReactNode } from 'react'
import { Button } from './Button'
import { Dialog } from './Dialog'

type DangerQuestionProps = {
  open: boolean
  title: ReactNode
  /** The label of the button that changes nothing. */
  stay: ReactNode
  /** The label of the button that goes on. */
  goOn: ReactNode
  busy?: boolean
  onClose: () => void
  onGoOn: () => void
  children: ReactNode
}

export function DangerQuestion({
  open,
  title,
  stay,
  goOn,
  busy = false,
  onClose,
  onGoOn,
  children,
}: DangerQuestionProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="grid gap-4">
        {children}
        <div className="grid gap-2 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            {stay}
          </Button>
          <Button variant="danger" busy={busy} onClick={onGoOn}>
            {goOn}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
