import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { config } from '../../../host/config'
import { LOCALE_NAMES, LOCALES } from '../../../i18n/locale'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { TextField } from '../../../ui/TextField'
import { deleteAnswer, type SavedAnswer, saveAnswer, savedAnswersQuery } from '../../api/support'
import { Card } from '../../parts/Card'
import { EmptyCard } from '../../parts/EmptyCard'
import { Loaded, problemWords } from '../../parts/Loaded'

/** The answers that operators use again, with their texts by language. */
export function SavedAnswers({ may }: { may: boolean }) {
  const asked = useQuery(savedAnswersQuery)
  const [edited, setEdited] = useState<SavedAnswer | 'new'>()
  const done = () => setEdited(undefined)
  if (edited) return <AnswerForm answer={edited === 'new' ? undefined : edited} onDone={done} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {may ? (
        <Button small className="justify-self-start" onClick={() => setEdited('new')}>
          <Trans>New saved answer</Trans>
        </Button>
      ) : null}
      <Loaded asked={asked} empty={({ data }) => (data.length === 0 ? <None /> : null)}>
        {({ data }) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {data.map((answer) => (
              <li key={answer.id}>
                <AnswerCard answer={answer} may={may} onEdit={() => setEdited(answer)} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

function None() {
  return (
    <EmptyCard art="bookmark" title={<Trans>No saved answers yet</Trans>}>
      <Trans>An answer that you write often can be kept here, in each language of your customers.</Trans>
    </EmptyCard>
  )
}

function AnswerCard({ answer, may, onEdit }: { answer: SavedAnswer; may: boolean; onEdit: () => void }) {
  const texts = answer.texts as Record<string, string | undefined>
  return (
    <Card
      title={answer.name}
      aside={
        may ? (
          <Button variant="text" onClick={onEdit}>
            <Trans>Edit</Trans>
          </Button>
        ) : undefined
      }
    >
      <dl className="grid gap-2">
        {LOCALES.filter((locale) => texts[locale]).map((locale) => (
          <div key={locale}>
            <dt className="text-[13px] text-muted">{LOCALE_NAMES[locale]}</dt>
            <dd lang={locale} className="wrap-anywhere whitespace-pre-wrap">
              {texts[locale]}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function AnswerForm({ answer, onDone }: { answer: SavedAnswer | undefined; onDone: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [name, setName] = useState(answer?.name ?? '')
  const [texts, setTexts] = useState<Record<string, string>>({ ...(answer?.texts as Record<string, string>) })
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const run = async (what: string, task: () => Promise<unknown>) => {
    setBusy(what)
    setProblem(undefined)
    try {
      await task()
      await queries.invalidateQueries({ queryKey: savedAnswersQuery.queryKey })
      onDone()
    } catch (error) {
      setProblem(problemWords(error))
      setBusy(undefined)
    }
  }
  const locales = LOCALES.filter((locale) => config.tenant.languages.includes(locale))
  return (
    <Card title={answer ? answer.name : <Trans>New saved answer</Trans>}>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void run('save', () => saveAnswer(answer?.id, { name, texts }))
        }}
      >
        <TextField label={t`Name, for operators`} value={name} maxLength={80} onChange={setName} />
        {locales.map((locale) => (
          <TextField
            key={locale}
            as="textarea"
            rows={4}
            className="h-auto!"
            label={LOCALE_NAMES[locale]}
            value={texts[locale] ?? ''}
            maxLength={4_000}
            onChange={(text) => setTexts((now) => ({ ...now, [locale]: text }))}
          />
        ))}
        <p className="text-[13px] text-muted">
          <Placeholders />
        </p>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" small busy={busy === 'save'}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="quiet" small onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          {answer ? (
            <Button
              variant="danger"
              small
              busy={busy === 'delete'}
              onClick={() => void run('delete', () => deleteAnswer(answer.id))}
            >
              <Trans>Delete</Trans>
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  )
}

const PLACEHOLDERS = ['number', 'order', 'company']

/** The placeholders are code, so they stand outside of the translated words. */
function Placeholders() {
  return (
    <>
      <Trans>These are filled in:</Trans>
      {PLACEHOLDERS.map((name) => (
        <code key={name} className="ml-2">
          {`{${name}}`}
        </code>
      ))}
    </>
  )
}
