import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { PILL, PILL_OFF } from '../../parts/Pills'
import { changed, type MovementFilter } from './filter'

const AMOUNT = /^\d{1,20}([.,]\d{1,18})?$/

type AmountsProps = { filter: MovementFilter; onChange: (filter: MovementFilter) => void }

/** The minimum and maximum order amount in the chosen currency. */
export function Amounts({ filter, onChange }: AmountsProps) {
  const { t } = useLingui()
  const [min, setMin] = useState(filter.min ?? '')
  const [max, setMax] = useState(filter.max ?? '')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const bad = [min, max].some((text) => text.trim() !== '' && !AMOUNT.test(text.trim()))
    setWrong(bad)
    if (bad) return
    const wire = (text: string) => text.trim().replace(',', '.')
    onChange(changed(changed(filter, 'min', wire(min)), 'max', wire(max)))
  }
  return (
    <form className="flex flex-wrap items-center gap-2" noValidate onSubmit={submit}>
      <AmountPill label={t`At least, ${filter.currency}`} value={min} onChange={setMin} isWrong={isWrong} />
      <AmountPill label={t`At most, ${filter.currency}`} value={max} onChange={setMax} isWrong={isWrong} />
      <button type="submit" className={`${PILL} ${PILL_OFF}`}>
        <Trans>Apply</Trans>
      </button>
      <p role="alert" className="text-[13px] text-bad empty:hidden">
        {isWrong ? t`Enter an amount such as 100.50` : null}
      </p>
    </form>
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
