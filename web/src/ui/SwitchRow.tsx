/* <SwitchRow glyph label detail checked onChange /> — a list row with a switch. All of the row is its label. */
import { type ReactNode, useId } from 'react'
import { RowGlyph } from './ListRow'
import { SwitchTrack } from './Switch'

type SwitchRowProps = {
  glyph?: ReactNode
  label: ReactNode
  detail?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

export function SwitchRow({ glyph, label, detail, checked, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="relative flex min-h-15 cursor-pointer items-center gap-3 px-[18px] py-2.5 first:rounded-t-card last:rounded-b-card hover:bg-sunken"
    >
      {glyph ? <RowGlyph>{glyph}</RowGlyph> : null}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="t-row wrap-anywhere">{label}</span>
        {detail ? <span className="t-cap text-muted wrap-anywhere">{detail}</span> : null}
      </span>
      <SwitchTrack id={id} checked={checked} onChange={onChange} />
    </label>
  )
}
