import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { Segmented } from '../../ui/Segmented'
import { TextField } from '../../ui/TextField'
import { type Answers, answers, EMPTY, type Said } from './answers'
import { type CountrySlot, CounterpartyFields, type Wrong } from './CounterpartyFields'
import { SERVICES } from './services'

/** The texts of the questions for one end of the transfer. */
export type AskWords = {
  intro: ReactNode
  owner: string
  own: string
  other: string
  holding: string
  /** Whether the other party is a person or a business. */
  party: string
}

type AnswersFormProps = {
  words: AskWords
  /** The API's field for the other party. */
  counterparty: 'beneficiary' | 'originator'
  country: CountrySlot
  onDirty: () => void
  save: (said: Answers) => Promise<void>
}

/** The owner and the custodian of the coins. Names are required only where the travel rule needs them. */
export function AnswersForm({ words, counterparty, country, onDirty, save }: AnswersFormProps) {
  const { t } = useLingui()
  const [said, setSaid] = useState<Said>(EMPTY)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const say = (more: Partial<Said>) => {
    setSaid({ ...said, ...more })
    setProblem(undefined)
    onDirty()
  }
  const told = answers(said)
  const send = async () => {
    if (busy || !told) return
    setBusy(true)
    setProblem(undefined)
    await save(told).catch(setProblem)
    setBusy(false)
  }
  const isWrong = (pointer: string) => isApiError(problem) && problem.fieldCode(pointer) !== undefined
  const wrongService = isWrong('/service')
  const wrong: Wrong = {
    name: isWrong(`/${counterparty}/name`),
    country: isWrong(`/${counterparty}/country`),
    companyId: isWrong(`/${counterparty}/company_id/value`),
  }
  const isShown = wrongService || Object.values(wrong).some(Boolean)
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className="text-muted">{words.intro}</p>
      <Question words={words.owner}>
        <Segmented
          label={words.owner}
          value={said.owner}
          onChange={(owner) => say({ owner })}
          options={[
            { value: 'own', label: words.own },
            { value: 'other', label: words.other },
          ]}
        />
      </Question>
      <Question
        words={words.holding}
        note={
          said.holding === 'service' ? (
            <Trans>A company where people have an account, such as an exchange.</Trans>
          ) : said.holding === 'self_hosted' ? (
            <Trans>A wallet whose owner keeps the recovery phrase or the device.</Trans>
          ) : null
        }
      >
        <Segmented
          label={words.holding}
          value={said.holding}
          onChange={(holding) => say({ holding })}
          options={[
            { value: 'service', label: t`A service` },
            { value: 'self_hosted', label: t`Its owner` },
          ]}
        />
      </Question>
      {said.holding === 'service' ? (
        <ServiceField name={said.service} say={(service) => say({ service })} isWrong={wrongService} />
      ) : null}
      {said.owner === 'other' ? (
        <CounterpartyFields party={words.party} said={said} say={say} wrong={wrong} country={country} />
      ) : null}
      {problem && !isShown ? <Notice tone="bad">{errorText(problem)}</Notice> : null}
      <Button type="submit" busy={busy} disabledReason={told ? undefined : t`Answer each question first`}>
        <Trans>Go on</Trans>
      </Button>
    </form>
  )
}

/** The custodian: well-known services are suggested, and any name can be typed. */
function ServiceField({ name, say, isWrong }: { name: string; say: (name: string) => void; isWrong: boolean }) {
  const { t } = useLingui()
  const list = useId()
  return (
    <>
      <TextField
        label={t`Name of the service`}
        value={name}
        onChange={say}
        list={list}
        maxLength={100}
        autoComplete="off"
        error={isWrong ? t`Enter a name of 2 to 100 characters` : undefined}
      />
      <datalist id={list}>
        {SERVICES.map((service) => (
          <option key={service} value={service} />
        ))}
      </datalist>
    </>
  )
}

/** The visible question. Screen readers read it as the group's name. */
function Question({ words, note, children }: { words: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <span className="font-medium" aria-hidden="true">
        {words}
      </span>
      {children}
      {note ? <p className="text-[13px] text-muted">{note}</p> : null}
    </div>
  )
}
