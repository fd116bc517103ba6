import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Breakable } from '../ui/Breakable'
import { CopyButton } from '../ui/CopyButton'
import { AddressText } from './AddressText'

type CopyRowProps = {
  label: ReactNode
  /** The accessible name of the button. */
  copy: string
  /** The copied value. */
  value: string
  /** The displayed text, if it differs from the value. */
  shown?: string | undefined
  mono?: boolean
  /** An address or account number, shown in groups of four. */
  grouped?: boolean
  /** The most important value. */
  large?: boolean
  /** A value that must not be forgotten, and what happens without it. */
  warning?: ReactNode
}

/** A value to enter elsewhere without mistakes: shown completely, with a copy button. */
export function CopyRow({ label, copy, value, shown, mono, grouped, large, warning }: CopyRowProps) {
  const look = mono ? 'font-mono text-[17px] font-semibold break-all' : 'break-words font-[580]'
  return (
    <li className={`flex items-center gap-3 ${warning ? 'rounded-m bg-wait-soft p-3.5' : ''}`}>
      <div className="min-w-0 flex-1">
        <span className={`flex items-center gap-2 text-[13px] ${warning ? 'font-semibold text-wait' : 'text-muted'}`}>
          {warning ? <TriangleAlert size={16} aria-hidden="true" className="shrink-0" /> : null}
          {label}
        </span>
        <span className={`block ${grouped ? '' : large ? 'text-[22px] font-[620] tracking-[-0.02em]' : look}`}>
          {grouped ? <AddressText value={value} /> : <Breakable text={shown ?? value} />}
        </span>
        {warning ? <span className="mt-0.5 block text-[13px] text-wait">{warning}</span> : null}
      </div>
      <CopyButton text={value} label={copy} round />
    </li>
  )
}
