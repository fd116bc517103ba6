import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrencyCode } from '../../api/exchangeTypes'
import type { Catalogue } from '../../domain/catalogue'
import { dayOf, readDay } from '../../domain/days'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { type Period, periodOf, RANGES, rangeOf } from './period'

type PeriodFieldsProps = {
  currencies: Catalogue['currencies']
  /** Currencies with a balance, which are listed first. */
  held: readonly string[]
  currency: CurrencyCode
  period: Period
  onChange: (part: Partial<Period> & { currency?: CurrencyCode }) => void
}

/** The currency, and the days: a named range or two dates. */
export function PeriodFields({ currencies, held, currency, period, onChange }: PeriodFieldsProps) {
  const { t } = useLingui()
  const today = dayOf(new Date())
  const names = {
    month: t`This month`,
    last_month: t`Last month`,
    week: t`Last 7 days`,
    quarter: t`Last 90 days`,
    year: t`This year`,
  }
  const first = currencies.filter(({ code }) => held.includes(code))
  const rest = currencies.filter(({ code }) => !held.includes(code))
  // While a date is being typed, the field has no value.
  const day = (name: keyof Period) => (text: string) => {
    const chosen = readDay(text)
    if (chosen) onChange({ [name]: chosen })
  }
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-1 gap-2 min-[460px]:grid-cols-2 desk:grid-cols-4">
        <Select
          label={<Trans>Balance</Trans>}
          value={currency}
          onChange={(code) => onChange({ currency: currencies.find((one) => one.code === code)?.code ?? currency })}
        >
          {[...first, ...rest].map(({ code, name }) => (
            <option key={code} value={code}>
              {name} ({code})
            </option>
          ))}
        </Select>
        <Select
          label={<Trans>Period</Trans>}
          value={rangeOf(period, today) ?? ''}
          onChange={(value) => {
            const range = RANGES.find((one) => one === value)
            if (range) onChange(periodOf(range, today))
          }}
        >
          <option value="" disabled>{t`Chosen days`}</option>
          {RANGES.map((range) => (
            <option key={range} value={range}>
              {names[range]}
            </option>
          ))}
        </Select>
        <TextField type="date" label={<Trans>First day</Trans>} value={period.from} required onChange={day('from')} />
        <TextField
          type="date"
          label={<Trans>Last day</Trans>}
          value={period.to}
          required
          error={period.to < period.from ? <Trans>The last day is before the first.</Trans> : undefined}
          onChange={day('to')}
        />
      </div>
      <p className="text-[13px] text-muted">
        <Zone />
      </p>
    </div>
  )
}

/** The time zone of the days. */
function Zone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return <Trans>Days are those of your time zone, {zone}.</Trans>
}
