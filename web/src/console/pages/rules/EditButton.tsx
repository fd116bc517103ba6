import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button'
import { Panel } from '../../parts/Panel'

type EditButtonProps = {
  /** The rule that is edited. */
  name: string
  children: (close: () => void) => ReactNode
}

/** <EditButton name>form</EditButton> — opens the form of one rule. The form begins with the current values. */
export function EditButton({ name, children }: EditButtonProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="quiet"
        small
        className="px-3! text-[13px]! desk:min-h-9! desk:py-1!"
        aria-label={t`Change: ${name}`}
        onClick={() => setOpen(true)}
      >
        <Trans>Change</Trans>
      </Button>
      <Panel open={open} onClose={close} title={name}>
        {children(close)}
      </Panel>
    </>
  )
}

type EditFormProps = {
  isRight: boolean
  onApply: () => void
  onClose: () => void
  /** The fields. They show what is wrong after the first attempt. */
  children: (isChecked: boolean) => ReactNode
}

/** The form of one rule. Its values become part of the draft, which is proposed as a whole. */
export function EditForm({ isRight, onApply, onClose, children }: EditFormProps) {
  const [isChecked, setChecked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isRight) return
    onApply()
    onClose()
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      {children(isChecked)}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit">
          <Trans>Done</Trans>
        </Button>
      </div>
    </form>
  )
}
