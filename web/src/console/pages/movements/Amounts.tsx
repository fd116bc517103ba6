import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { editable } from '../../../domain/amountInput'
import { separatorsOf } from '../../../domain/grouping'
import { Understood } from '../../parts/AmountField'
import { isAmountOrNone, wireText } from '../../parts/amounts'
import { PILL, PILL_OFF } from '../../parts/Pills'
import { changed, type MovementFilter } from './filter'

type AmountsProps = { filter: MovementFilter; onChange: (filter: MovementFilter) => void }

/** The minimum and maximum order amount in the chosen currency. */
export function Amounts({ filter, onChange }: AmountsProps) {
  const { t, i18n } = useLingui()
  const separators = separatorsOf(i18n.locale)
  const [min, setMin] = useState(editable(filter.min ?? '', separators))
  const [max, setMax] = useState(editable(filter.max ?? '', separators))
  const [isTried, setTried] = useState(false)
  const [least, most] = [wireText(min, separators), wireText(max, separators)]
  const isWrong = isTried && ![least, most].every(isAmountOrNone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (![least, most].every(isAmountOrNone)) return
    onChange(changed(changed(filter, 'min', least), 'max', most))
  }
  return (
    <form className="flex flex-wrap items-center gap-2" noValidate onSubmit={submit}>
      <AmountPill label={t`At least, ${filter.currency}`} value={min} onChange={setMin} isWrong={isWrong} />
      <AmountPill label={t`At most, ${filter.currency}`} value={max} onChange={setMax} isWrong={isWrong} />
      <button type="submit" className={`${PILL} ${PILL_OFF}`}>
        <Trans>Apply</Trans>
      </button>
      <Read text={min} value={least} />
      <Read text={max} value={most} />
      <p role="alert" className="text-[13px] text-bad empty:hidden">
        {isWrong ? t`Enter an amount such as 100.50` : null}
      </p>
    </form>
  )
}

function Read(read: { text: string; value: string }) {
  return (
    <p aria-live="polite" className="text-[13px] text-muted empty:hidden">
      <Understood {...read} />
    </p>
  )
}

type AmountPillProps = { label: string; value: string; onChange: (text: string) => void; isWrong: boolean }

function AmountPill({ label, value, onChange, isWrong }: AmountPillProps) {
  return (
    <label className={`${PILL} ${PILL_OFF} focus-within:ring-2 focus-within:ring-brand`}>
      <span className="text-muted">{label}</span>
      <input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={isWrong || undefined}
        inputMode="decimal"
        maxLength={40}
        autoComplete="off"
        // 16 px keeps iOS from zooming into the field.
        className="w-24 bg-transparent text-[16px] font-normal tabular-nums outline-none desk:text-[13px]"
      />
    </label>
  )
}
