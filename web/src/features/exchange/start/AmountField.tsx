import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { editable, grouped, readAmount, separatorsOf } from '../../../flow/amountInput'
import type { Limits } from '../limits'

type AmountFieldProps = {
  label: ReactNode
  /** Wire form; '' when empty. */
  value: string
  scale: number
  /** The figure is being quoted again: it stays, a little quieter. */
  stale: boolean
  onChange: (wire: string) => void
  limits?: Limits | undefined
  formatLimit?: (amount: string) => string
  problem?: ReactNode
  /** The quiet line under the amount; an error takes its place so that nothing moves. */
  note?: ReactNode
  picker: ReactNode
}

/** One end of the exchange: a large amount that can be typed, and the picker beside it. */
export function AmountField(props: AmountFieldProps) {
  const { label, value, scale, stale, onChange, limits, formatLimit, problem, note, picker } = props
  const { i18n } = useLingui()
  const id = useId()
  const [editing, setEditing] = useState(false)
  const separators = separatorsOf(i18n.locale)
  const shown = editing ? editable(value, separators) : grouped(value, separators)
  const type = (text: string) => {
    const typed = readAmount(text, scale, separators)
    if (typed) onChange(typed.wire)
  }
  return (
    <div className="amount-field">
      <div className="flex min-h-5 flex-wrap items-baseline justify-between gap-x-3 text-[13px] text-muted">
        <label htmlFor={id} className="shrink-0">
          {label}
        </label>
        {limits && formatLimit ? <LimitHints limits={limits} format={formatLimit} onPick={onChange} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-2.5">
        <div className="amount-fit" style={{ '--chars': Math.max(shown.length, 4) } as CSSProperties}>
          <input
            id={id}
            className={stale ? 'opacity-60' : undefined}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            placeholder={editable('0.00', separators)}
            value={shown}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-note`}
            onFocus={() => setEditing(true)}
            onBlur={() => setEditing(false)}
            onChange={(event) => type(event.target.value)}
          />
        </div>
        {picker}
      </div>
      <div
        id={`${id}-note`}
        className={problem ? 'min-h-5 text-[13px] text-bad' : 'min-h-5 text-[13px] text-muted'}
        aria-live="polite"
      >
        {problem ?? note}
      </div>
    </div>
  )
}

type LimitHintsProps = { limits: Limits; format: (amount: string) => string; onPick: (wire: string) => void }

/** The limits as buttons: the shortest way to a valid amount. */
function LimitHints({ limits, format, onPick }: LimitHintsProps) {
  const { min, max } = limits
  if (!min && !max) return null
  return (
    <span className="limit-hints">
      {min ? (
        <button type="button" onClick={() => onPick(min)}>
          <Trans>Min {format(min)}</Trans>
        </button>
      ) : null}
      {min && max ? <span aria-hidden="true">·</span> : null}
      {max ? (
        <button type="button" onClick={() => onPick(max)}>
          <Trans>Max {format(max)}</Trans>
        </button>
      ) : null}
    </span>
  )
}
