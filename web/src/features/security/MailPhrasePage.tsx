import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { QueryCard } from '../../domain/QueryCard'
import { type Change, useChange } from '../../domain/useChange'
import { phraseRule } from '../../rules/phrase'
import bounds from '../../rules/phrase.json'
import { type Code, isBroken } from '../../rules/rules'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { TextField } from '../../ui/TextField'
import { phraseQuery, removePhrase, setPhrase } from './queries'

/** The anti-phishing phrase of our emails. `back` links to the profile page. */
export default function MailPhrasePage({ back }: { back: ReactNode }) {
  const asked = useQuery(phraseQuery)
  return (
    <Page title={<Trans>Phrase in our emails</Trans>} back={back}>
      <QueryCard asked={asked} rows={1}>
        {({ phrase }) => (
          <Columns side={<Sample phrase={phrase} />}>
            <Card title={<Trans>Your phrase</Trans>}>
              <Phrase phrase={phrase} />
            </Card>
          </Columns>
        )}
      </QueryCard>
    </Page>
  )
}

/** The beginning of an email, with the phrase or with room for it. */
function Sample({ phrase }: { phrase: string | undefined }) {
  return (
    <Card title={<Trans>How an email from us begins</Trans>}>
      <div aria-hidden="true" className="grid gap-2 rounded-m bg-sunken p-4">
        <p className="rounded-control bg-surface px-3 py-2 text-[14px] font-semibold break-words">{phrase ?? '…'}</p>
        {['w-4/5', 'w-full', 'w-2/3'].map((width) => (
          <span key={width} className={`h-2.5 rounded-full bg-line ${width}`} />
        ))}
      </div>
    </Card>
  )
}

function Phrase({ phrase }: { phrase: string | undefined }) {
  const [editing, setEditing] = useState(false)
  const change = usePhraseChange()
  const done = () => setEditing(false)
  return (
    <div className="grid gap-3">
      <p className="text-[14px] text-muted">
        <Trans>
          Choose a few words. Every email from us will begin with them, and an email without them is not ours.
        </Trans>
      </p>
      {phrase && !editing ? (
        <p className="rounded-m bg-sunken px-4 py-3 text-[17px] font-semibold break-words">{phrase}</p>
      ) : null}
      {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
      {editing ? (
        <PhraseForm phrase={phrase} change={change} onDone={done} />
      ) : (
        <div className="-mx-2 -my-1 flex flex-wrap gap-x-2">
          <Button variant="text" onClick={() => setEditing(true)}>
            {phrase ? <Trans>Change the phrase</Trans> : <Trans>Choose a phrase</Trans>}
          </Button>
          {phrase ? (
            <Button variant="text" busy={change.busy === 'remove'} onClick={() => change.run('remove', removePhrase)}>
              <Trans>Remove the phrase</Trans>
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}

type PhraseFormProps = { phrase: string | undefined; change: Change; onDone: () => void }

function PhraseForm({ phrase, change, onDone }: PhraseFormProps) {
  const words = useRuleWords()
  const [typed, setTyped] = useState(phrase ?? '')
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const judged = phraseRule(typed)
    if (isBroken(judged)) return setProblem(words(judged.code))
    setProblem(undefined)
    const outcome = await change.attempt('set', () => setPhrase(judged.ok))
    if (outcome.done) onDone()
    else setProblem(outcome.problem)
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => void save(event)}>
      <TextField
        label={<Trans>Your phrase</Trans>}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setProblem(undefined)
        }}
        error={problem}
        hint={<Trans>Something that only you would think of; not a password, and nothing secret.</Trans>}
        autoComplete="off"
        autoFocus
      />
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={change.busy === 'set'}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Refetches the phrase afterwards. A cancelled confirmation is not an error. */
function usePhraseChange(): Change {
  const queries = useQueryClient()
  const words = useRuleWords()
  const say = (error: unknown): string | undefined => {
    if (!isApiError(error)) return errorText(error)
    if (error.code === 'AUTH_2FA_REQUIRED') return undefined
    const rule = error.fieldCode('/phrase')
    return rule ? words(rule as Code) : errorText(error)
  }
  return useChange(say, () => queries.invalidateQueries({ queryKey: phraseQuery.queryKey }))
}

function useRuleWords(): (code: Code) => string {
  const { t } = useLingui()
  const { min, max } = bounds
  return (code) => {
    switch (code) {
      case 'invalid_character':
        return t`One line of letters, numbers, symbols and spaces`
      case 'link':
        return t`Words only: no links, web or email addresses`
      default:
        return t`From ${min} to ${max} characters`
    }
  }
}
