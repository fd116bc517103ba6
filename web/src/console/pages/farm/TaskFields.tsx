import { useLingui } from '@lingui/react/macro'
import { SwitchRow } from '../../../ui/SwitchRow'
import { TextField } from '../../../ui/TextField'
import { TASK_NAMES, type TaskKind } from '../../parts/taskNames'
import type { TaskValues } from './seasonBody'

type TaskFieldsProps = { kind: TaskKind; values: TaskValues; onChange: (values: TaskValues) => void }

/** Whether the season has a task, what it gives, and how often it counts. */
export function TaskFields({ kind, values, onChange }: TaskFieldsProps) {
  const { t, i18n } = useLingui()
  const field = (name: 'points' | 'perDay' | 'perSeason', label: string) => (
    <TextField
      label={label}
      value={values[name]}
      maxLength={9}
      inputMode="numeric"
      autoComplete="off"
      onChange={(text) => onChange({ ...values, [name]: text })}
    />
  )
  const name = i18n._(TASK_NAMES[kind])
  return (
    <fieldset aria-label={name} className="grid min-w-0 gap-2 rounded-card bg-surface shadow-(--e1)">
      <SwitchRow label={name} checked={values.isOn} onChange={(isOn) => onChange({ ...values, isOn })} />
      {values.isOn ? (
        <div className="grid grid-cols-3 gap-2 px-3 pb-3">
          {field('points', t`Points`)}
          {field('perDay', t`A day`)}
          {field('perSeason', t`In all`)}
        </div>
      ) : null}
    </fieldset>
  )
}
