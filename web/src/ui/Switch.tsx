/* <Switch label checked onChange /> — an on/off setting that applies at once. The label is part of the click target. */
import { type ReactNode, useId } from 'react'

type SwitchTrackProps = { id: string; checked: boolean; onChange: (checked: boolean) => void }

type SwitchProps = Omit<SwitchTrackProps, 'id'> & { label: ReactNode }

export function Switch({ label, ...track }: SwitchProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="relative -my-3 flex min-h-11 cursor-pointer items-center gap-2 text-right text-[13px] leading-tight text-muted"
    >
      <SwitchTrack id={id} {...track} />
      {label}
    </label>
  )
}

/** The switch itself, within its label. */
export function SwitchTrack({ id, checked, onChange }: SwitchTrackProps) {
  return (
    <>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className="peer sr-only"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden="true"
        className="h-6 w-10 shrink-0 rounded-full bg-edge p-[3px] transition-colors duration-150 peer-checked:bg-brand peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand after:block after:size-[18px] after:rounded-full after:bg-surface after:transition-transform after:duration-150 peer-checked:after:translate-x-4"
      />
    </>
  )
}
