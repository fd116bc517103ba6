import { Breakable } from '../ui/Breakable'
import { AddressText } from './AddressText'
import { CopyButton } from '../ui/CopyButton'

type CopyRowProps = {
  label: string
  /** The accessible name of the button. */
  copy: string
  /** The copied value. */
  value: string
  /** The displayed text, if it differs from the value. */
  shown?: string | undefined
  mono?: boolean
  /** An address or account number, shown in groups of four. */
  grouped?: boolean
}

/** A value to enter elsewhere without mistakes: shown completely, with a copy button. */
export function CopyRow({ label, copy, value, shown, mono = false, grouped = false }: CopyRowProps) {
  return (
    <li className="flex items-center gap-3 rounded-m border border-line py-2 pl-4 pr-2">
      <div className="min-w-0 flex-1">
        <span className="block text-[13px] text-muted">{label}</span>
        <span
          className={`block ${grouped ? '' : mono ? 'break-all font-mono text-[14px]' : 'break-words font-medium'}`}
        >
          {grouped ? <AddressText value={value} /> : <Breakable text={shown ?? value} />}
        </span>
      </div>
      <CopyButton text={value} label={copy} />
    </li>
  )
}
