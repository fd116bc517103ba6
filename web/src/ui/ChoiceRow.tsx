/* <ChoiceRow name checked onChoose disabled> — one of several choices as a row with a radio button. */
import type { ReactNode } from 'react'
import './choiceRow.css'

type ChoiceRowProps = {
  /** The name of the group. */
  name: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  children: ReactNode
}

export function ChoiceRow({ name, checked, disabled = false, onChoose, children }: ChoiceRowProps) {
  return (
    <label className="choice-row">
      <input type="radio" name={name} checked={checked} disabled={disabled} onChange={onChoose} />
      {children}
    </label>
  )
}
