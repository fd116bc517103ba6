import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { editable, needsPreview, type Refusal, readAmount } from '../../../domain/amountInput'
import { grouped, separatorsOf } from '../../../domain/grouping'
import { host } from '../../../host/adapter'
import type { Limits } from '../limits'
import { AmountChips, LimitRange } from './AmountChips'

type AmountFieldProps = {
  label: ReactNode
  /** Decimal string; '' when empty. */
  value: string
  scale: number
  currency: string
  /** A new quote is loading: shows the old figure dimmed. */
  stale: boolean
  onChange: (wire: string) => void
  /** The customer fixed this amount; the other one is quoted. */
  fixed?: boolean
  limits?: Limits | undefined
  /** Amounts to choose with one press. */
  presets?: readonly string[]
  problem?: ReactNode
  /** The note under the amount. An error replaces it, so that the layout does not shift. */
  note?: ReactNode
  picker: ReactNode
}

/** One end of the exchange: a large amount field with the picker beside it. */
export function AmountField(props: AmountFieldProps) {
  const {
    label,
    value,
    scale,
    currency,
    stale,
    onChange,
    fixed = false,
    limits,
    presets = [],
    problem,
    note,
    picker,
  } = props
  const { i18n } = useLingui()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [editing, setEditing] = useState(false)
  // Keeps the typed text, so that typing and pasting are parsed alike. An amount from elsewhere replaces it.
  const [typed, setTyped] = useState<{ text: string; wire: string; refused?: Refusal | undefined }>()
  const separators = separatorsOf(i18n.locale)
  const own = typed?.wire === value ? typed : undefined
  const written = editing ? (own?.text ?? editable(value, separators)) : grouped(value, separators)
  const shown = own?.refused ? own.text : written
  const type = (text: string) => {
    const read = readAmount(text, scale, separators, currency)
    setTyped({ text, ...read })
    onChange(read.wire)
  }
  useLayoutEffect(() => {
    // Selects the amount on focus, so that typing replaces it.
    if (editing) field.current?.select()
  }, [editing])
  const refused = own?.refused ? <Refused why={own.refused} currency={currency} /> : undefined
  const preview =
    editing && own && needsPreview(own.text, value, separators) ? (
      <Trans>
        Understood: {grouped(value, separators)} {currency}
      </Trans>
    ) : undefined
  const wrong = refused ?? problem
  return (
    <div className="amount-field" data-fixed={fixed || undefined}>
      <div className="flex min-h-5 flex-wrap items-baseline justify-between gap-x-3 text-[13px] text-muted">
        <label htmlFor={id} className="shrink-0">
          {label}
        </label>
        {limits ? <LimitRange limits={limits} currency={currency} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-2.5">
        <div className="amount-fit" style={{ '--chars': Math.max(shown.length, 4) } as CSSProperties}>
          <input
            ref={field}
            id={id}
            className={stale ? 'opacity-60' : undefined}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            placeholder={editable('0.00', separators)}
            value={shown}
            readOnly={host.widget.isAmountLocked}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={`${id}-note`}
            onFocus={() => setEditing(true)}
            onBlur={() => {
              setEditing(false)
              // A rejected text stays beside its reason; a valid amount is shown with digit groups.
              if (!own?.refused) setTyped(undefined)
            }}
            onChange={(event) => type(event.target.value)}
          />
        </div>
        {picker}
      </div>
      <div className={`flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 ${limits ? 'min-h-8' : ''}`}>
        <div
          id={`${id}-note`}
          className={`min-h-5 min-w-24 flex-1 empty:min-w-0 text-[13px] wrap-anywhere ${wrong ? 'text-bad' : 'text-muted'}`}
          aria-live="polite"
        >
          {wrong ?? preview ?? note}
        </div>
        {limits && !host.widget.isAmountLocked ? (
          <AmountChips limits={limits} presets={presets} currency={currency} value={value} onPick={onChange} />
        ) : null}
      </div>
    </div>
  )
}

/** Why the text was rejected. */
function Refused({ why, currency }: { why: Refusal; currency: string }) {
  switch (why) {
    case 'negative':
      return <Trans>An amount cannot be negative</Trans>
    case 'currency':
      return <Trans>Enter the amount in {currency}</Trans>
    case 'long':
      return <Trans>This number is too long</Trans>
    case 'shape':
      return <Trans>Enter an amount in digits, like 250 or 0.5</Trans>
  }
}
