import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../../api/problemText'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Select } from '../../../ui/Select'
import { type Answered, DETAILS_MAX, missingOf, OCCUPATIONS, SOURCES, TURNOVERS, wholeOf } from './funds'
import { MISSING, OCCUPATION, SOURCE, TURNOVER } from './fundsWords'
import { evidenceShown, pagesOf } from './needed'
import { PhoneOffer } from './PhoneOffer'
import { PictureField } from './PictureField'
import { type DocumentsInfo, useAnswerFunds } from './queries'
import { OnceMore } from './OnceMore'

/** The source-of-funds form: a few choices, an explanation, and optional documents. */
export function FundsForm({ info }: { info: DocumentsInfo }) {
  const { t, i18n } = useLingui()
  const [said, setSaid] = useState<Answered>({ occupation: '', sources: [], turnover: '', details: '' })
  const send = useAnswerFunds()
  const whole = wholeOf(said)
  const missing = missingOf(said)
  return (
    <div className="grid gap-4">
      {info.verification.reasons.length > 0 ? (
        <OnceMore verification={info.verification} />
      ) : (
        <p className="text-muted">
          <Trans>The law requires us to ask where larger amounts come from. It takes a minute.</Trans>
        </p>
      )}
      <Choice
        label={t`What you do`}
        value={said.occupation}
        codes={OCCUPATIONS}
        words={(code) => i18n._(OCCUPATION[code])}
        onChange={(occupation) => setSaid({ ...said, occupation })}
      />
      <Sources chosen={said.sources} onChange={(sources) => setSaid({ ...said, sources })} />
      <Choice
        label={t`What you expect to exchange in a year`}
        value={said.turnover}
        codes={TURNOVERS}
        words={(code) => i18n._(TURNOVER[code])}
        onChange={(turnover) => setSaid({ ...said, turnover })}
      />
      <Details text={said.details} onChange={(details) => setSaid({ ...said, details })} />
      <PhoneOffer of="source_of_funds" />
      {evidenceShown(info).map((part) => (
        <PictureField
          key={part}
          of="source_of_funds"
          part={part}
          document="passport"
          country=""
          there={pagesOf(info, part) > 0}
          pages={pagesOf(info, part)}
        />
      ))}
      {send.isError ? <Notice tone="bad">{errorText(send.error)}</Notice> : null}
      <Button
        busy={send.isPending}
        disabledReason={missing ? i18n._(MISSING[missing]) : undefined}
        onClick={() => whole && send.mutate(whole)}
      >
        <Trans>Submit</Trans>
      </Button>
      <p className="text-center text-[13px] text-muted">
        <Trans>Your answer is kept encrypted and seen only by those who check it.</Trans>
      </p>
    </div>
  )
}

type ChoiceProps<Code extends string> = {
  label: string
  value: Code | ''
  codes: readonly Code[]
  words: (code: Code) => string
  onChange: (code: Code) => void
}

/** A choice from a list, without a default. */
function Choice<Code extends string>({ label, value, codes, words, onChange }: ChoiceProps<Code>) {
  const choose = (text: string) => {
    const code = codes.find((one) => one === text)
    if (code) onChange(code)
  }
  return (
    <Select label={label} value={value} onChange={choose}>
      <option value="" disabled>
        {'\u2013'}
      </option>
      {codes.map((code) => (
        <option key={code} value={code}>
          {words(code)}
        </option>
      ))}
    </Select>
  )
}

type SourcesProps = { chosen: Answered['sources']; onChange: (sources: Answered['sources']) => void }

function Sources({ chosen, onChange }: SourcesProps) {
  const { i18n } = useLingui()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-[570]">
        <Trans>Where your money comes from</Trans>
      </legend>
      {SOURCES.map((source) => {
        const has = chosen.includes(source)
        return (
          <label key={source} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-(--brand)"
              checked={has}
              onChange={() => onChange(has ? chosen.filter((one) => one !== source) : [...chosen, source])}
            />
            {i18n._(SOURCE[source])}
          </label>
        )
      })}
    </fieldset>
  )
}

function Details({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <label className="grid gap-0.5 rounded-m border border-edge/60 bg-surface px-4 py-2.5 focus-within:border-brand">
      <span className="text-[13px] text-muted">
        <Trans>Anything to add, in your own words</Trans>
      </span>
      <textarea
        rows={3}
        maxLength={DETAILS_MAX}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        className="w-full min-w-0 resize-y bg-transparent text-[16px] outline-none"
      />
    </label>
  )
}
