import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/problemText'
import { readDay } from '../../domain/days'
import { balancesQuery } from '../../domain/queries'
import { useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { Segmented } from '../../ui/Segmented'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { type Days, presets, refusal, todayUtc } from './months'
import {
  type DocumentFormat,
  type IssuedDocumentKind,
  type DocumentLanguage,
  documentsQuery,
  makeDocument,
} from './queries'
import { FORMATS, KINDS, LANGUAGES } from './words'

const KEYS = Object.keys(KINDS) as IssuedDocumentKind[]
const languageOf = (locale: string) => (Object.hasOwn(LANGUAGES, locale) ? (locale as DocumentLanguage) : 'en')

/** Asks for a document. */
export function DocumentForm() {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const today = todayUtc(new Date())
  const [kind, setKind] = useState<IssuedDocumentKind>('ACCOUNT_STATEMENT')
  const [currency, setCurrency] = useState('')
  const [days, setDays] = useState<Days>(() => presets(today)[0]?.days ?? { from: today, to: today })
  const [wanted, setFormat] = useState<DocumentFormat>('PDF')
  const [language, setLanguage] = useState<DocumentLanguage>(languageOf(i18n.locale))
  const { busy, problem, run } = useChange(errorText, () =>
    queries.invalidateQueries({ queryKey: documentsQuery.queryKey }),
  )
  const formats = FORMATS[kind]
  const format = formats.find((one) => one === wanted) ?? 'PDF'
  const hasPeriod = kind !== 'LETTER_OF_GOOD_STANDING'
  const wrong = hasPeriod ? refusal(days, today) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong) return
    const balance = kind === 'ACCOUNT_STATEMENT' && currency ? { currency: currency as never } : {}
    void run('make', () => makeDocument({ kind, format, language, ...balance, ...(hasPeriod ? days : {}) }))
  }
  return (
    <Card>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit} noValidate>
        <Select
          label={<Trans>Document</Trans>}
          value={kind}
          onChange={(value) => setKind(KEYS.find((one) => one === value) ?? kind)}
        >
          {KEYS.map((one) => (
            <option key={one} value={one}>
              {i18n._(KINDS[one])}
            </option>
          ))}
        </Select>
        {kind === 'ACCOUNT_STATEMENT' ? <Balance value={currency} onChange={setCurrency} /> : null}
        {hasPeriod ? <Period days={days} today={today} wrong={wrong} onChange={setDays} /> : null}
        {/* A letter has one format, so there is nothing to choose. */}
        {formats.length > 1 ? (
          <Segmented
            label={t`Format`}
            value={format}
            options={formats.map((value) => ({ value, label: value }))}
            onChange={setFormat}
          />
        ) : null}
        <Select
          label={<Trans>Language of the document</Trans>}
          value={language}
          onChange={(value) => setLanguage(languageOf(value))}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Select>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <Button type="submit" busy={busy !== undefined}>
          <Trans>Make the document</Trans>
        </Button>
        <p className="text-[13px] text-muted">
          <Trans>Each document is signed, and anyone can check it. We keep the file for 30 days.</Trans>
        </p>
      </form>
    </Card>
  )
}

function Balance({ value, onChange }: { value: string; onChange: (currency: string) => void }) {
  const { t } = useLingui()
  const balances = useQuery(balancesQuery)
  return (
    <Select label={<Trans>Balance</Trans>} value={value} onChange={onChange}>
      <option value="">{t`All balances`}</option>
      {balances.data?.data.map(({ currency }) => (
        <option key={currency} value={currency}>
          {currency}
        </option>
      ))}
    </Select>
  )
}

type PeriodProps = {
  days: Days
  today: string
  wrong: ReturnType<typeof refusal>
  onChange: (days: Days) => void
}

/** The months as presets, and two dates. */
function Period({ days, today, wrong, onChange }: PeriodProps) {
  const { t, i18n } = useLingui()
  const all = presets(today)
  const month = ({ from }: Days) => i18n.date(`${from}T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const chosen = all.find((one) => one.days.from === days.from && one.days.to === days.to)
  const change = (part: 'from' | 'to') => (text: string) => {
    const day = readDay(text)
    if (day) onChange({ ...days, [part]: day })
  }
  const errors = {
    reversed: <Trans>The last day is before the first.</Trans>,
    future: <Trans>The last day is after today.</Trans>,
    long: <Trans>A document covers at most three months.</Trans>,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Select
        label={<Trans>Period</Trans>}
        value={chosen?.key ?? ''}
        onChange={(key) => {
          const preset = all.find((one) => one.key === key)
          if (preset) onChange(preset.days)
        }}
      >
        <option value="" disabled>{t`Chosen days`}</option>
        {all.map((one) => (
          <option key={one.key} value={one.key}>
            {one.key === 'quarter' ? t`The last three months` : month(one.days)}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-1 gap-2 min-[460px]:grid-cols-2">
        <TextField type="date" label={<Trans>First day</Trans>} value={days.from} required onChange={change('from')} />
        <TextField
          type="date"
          label={<Trans>Last day</Trans>}
          value={days.to}
          required
          error={wrong ? errors[wrong] : undefined}
          onChange={change('to')}
        />
      </div>
      <p className="text-[13px] text-muted">
        <Trans>Days are in UTC.</Trans>
      </p>
    </div>
  )
}
