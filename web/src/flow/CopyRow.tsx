import { Breakable } from '../ui/Breakable'
import { AddressText } from './AddressText'
import { CopyButton } from '../ui/CopyButton'

type CopyRowProps = {
  label: string
  /** What the button is called: the words are the caller's. */
  copy: string
  /** What goes to the clipboard. */
  value: string
  /** What is shown when it reads better than the raw value. */
  shown?: string | undefined
  mono?: boolean
  /** An address or an account: in groups of four. */
  grouped?: boolean
}

/** A value somebody must enter elsewhere without a mistake: whole, and copied with one press. */
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
