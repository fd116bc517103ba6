import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isApiError } from '../../../api/problem'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { TextField } from '../../../ui/TextField'
import { type SeasonBody, saveSeason, seasonsQuery } from '../../api/farm'
import { problemWords } from '../../parts/Loaded'
import { TASK_KINDS } from '../../parts/taskNames'
import { bodyOf, type Values, valuesOf } from './seasonBody'
import { TaskFields } from './TaskFields'

const LANGUAGES = ['en', 'uk', 'ru', 'pl'] as const
/** The fields that say what is wrong with them. */
const PLACES = [
  'names',
  'first_day',
  'last_day',
  'tasks',
  'streak',
  'points_per_unit',
  'minimum',
  'per_person',
  'budget',
]

type SeasonFormProps = { id: string | undefined; content: SeasonBody; zone: string; onClose: () => void }

/** Makes the draft of a season, or changes the one with this id. */
export function SeasonForm({ id, content, zone, onClose }: SeasonFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [values, setValues] = useState(() => valuesOf(content))
  const { currency } = content
  const save = useMutation({
    mutationFn: () => saveSeason(id, bodyOf(values, currency)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: seasonsQuery.queryKey })
      onClose()
    },
  })
  const broken = isApiError(save.error) ? save.error.fields : []
  const at = (pointer: string) => pointer.split('/')[1] ?? ''
  const rule = (field: string) => broken.find(({ pointer }) => at(pointer) === field)?.message
  const isElsewhere = !broken.some(({ pointer }) => PLACES.includes(at(pointer)))
  const set = (change: Partial<Values>) => setValues({ ...values, ...change })
  type Text = 'streak' | 'pointsPerUnit' | 'minimum' | 'perPerson' | 'budget'
  const field = (name: Text, label: string, of: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      value={values[name]}
      maxLength={200}
      autoComplete="off"
      error={rule(of)}
      onChange={(text) => set({ [name]: text })}
    />
  )
  const day = (name: 'firstDay' | 'lastDay', label: string, of: string) => (
    <TextField
      label={label}
      type="date"
      value={values[name]}
      error={rule(of)}
      onChange={(text) => set({ [name]: text })}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const language = { en: t`Name in English`, uk: t`Name in Ukrainian`, ru: t`Name in Russian`, pl: t`Name in Polish` }
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      {LANGUAGES.map((code) => (
        <TextField
          key={code}
          label={language[code]}
          value={values.names[code]}
          maxLength={60}
          autoComplete="off"
          lang={code}
          error={broken.find(({ pointer }) => pointer === `/names/${code}`)?.message}
          onChange={(text) => set({ names: { ...values.names, [code]: text } })}
        />
      ))}
      <div className="grid gap-4 desk:grid-cols-2">
        {day('firstDay', t`First day`, 'first_day')}
        {day('lastDay', t`Last day`, 'last_day')}
      </div>
      <p className="text-[13px] text-muted">
        <Trans>Time zone: {zone}.</Trans>
      </p>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">
          <Trans>Tasks</Trans>
        </legend>
        {TASK_KINDS.map((kind) => (
          <TaskFields
            key={kind}
            kind={kind}
            values={values.tasks[kind]}
            onChange={(task) => set({ tasks: { ...values.tasks, [kind]: task } })}
          />
        ))}
        {rule('tasks') ? <Notice tone="bad">{rule('tasks')}</Notice> : null}
      </fieldset>
      {field(
        'streak',
        t`Points by day of the streak`,
        'streak',
        t`The last one is for every later day. Empty: no streak.`,
      )}
      {field('pointsPerUnit', t`Points for 1 ${currency}`, 'points_per_unit')}
      {field('minimum', t`Fewest points of an exchange`, 'minimum')}
      {field('perPerson', t`Most for one customer, ${currency}`, 'per_person')}
      {field('budget', t`Budget, ${currency}`, 'budget', t`The most that all customers get in the season.`)}
      {save.error && isElsewhere ? <Notice tone="bad">{problemWords(save.error)}</Notice> : null}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" disabled={save.isPending} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={save.isPending}>
          <Trans>Save the draft</Trans>
        </Button>
      </div>
    </form>
  )
}
