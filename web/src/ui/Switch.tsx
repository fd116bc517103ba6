/* <Switch label checked onChange /> — an on/off setting that applies at once. The label is part of the click target. */
import type { ReactNode } from 'react'

type SwitchProps = { label: ReactNode; checked: boolean; onChange: (checked: boolean) => void }

export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <label className="-my-3 flex min-h-11 cursor-pointer items-center gap-2 text-right text-[13px] leading-tight text-muted">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className="peer sr-only"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden="true"
        className="h-5 w-[34px] shrink-0 rounded-full bg-edge p-0.5 transition-colors duration-150 peer-checked:bg-brand peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand after:block after:size-4 after:rounded-full after:bg-surface after:transition-transform after:duration-150 peer-checked:after:translate-x-[14px]"
      />
      {label}
    </label>
  )
}
