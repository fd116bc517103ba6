import type { SeasonBody } from '../../api/farm'
import { TASK_KINDS, type TaskKind } from '../../parts/taskNames'

/** A task as an operator types it. Without `isOn` the season does not have it. */
export type TaskValues = { isOn: boolean; points: string; perDay: string; perSeason: string }

/** What an operator types. */
export type Values = {
  names: SeasonBody['names']
  firstDay: string
  lastDay: string
  tasks: Record<TaskKind, TaskValues>
  streak: string
  pointsPerUnit: string
  minimum: string
  perPerson: string
  budget: string
}

/** The content of a season as text to edit. */
export function valuesOf(content: SeasonBody): Values {
  const task = (kind: TaskKind): TaskValues => {
    const found = content.tasks.find((each) => each.kind === kind)
    const { points, per_day: perDay, per_season: perSeason } = found ?? { points: 10, per_day: 1, per_season: 1 }
    return { isOn: Boolean(found), points: String(points), perDay: String(perDay), perSeason: String(perSeason) }
  }
  return {
    names: content.names,
    firstDay: content.first_day,
    lastDay: content.last_day,
    tasks: Object.fromEntries(TASK_KINDS.map((kind) => [kind, task(kind)])) as Values['tasks'],
    streak: content.streak.join(', '),
    pointsPerUnit: String(content.points_per_unit),
    minimum: String(content.minimum),
    perPerson: content.per_person,
    budget: content.budget,
  }
}

/** A whole number, or zero for other text: the server names the rule of the field. */
const whole = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : 0)

const decimal = (text: string) => text.trim().replace(',', '.')

/** The request with the typed values, in the currency of the edited season. */
export function bodyOf(values: Values, currency: SeasonBody['currency']): SeasonBody {
  const tasks = TASK_KINDS.filter((kind) => values.tasks[kind].isOn).map((kind) => {
    const { points, perDay, perSeason } = values.tasks[kind]
    return { kind, points: whole(points), per_day: whole(perDay), per_season: whole(perSeason) }
  })
  const streak = values.streak.split(/[\s,;]+/).filter(Boolean)
  return {
    names: values.names,
    first_day: values.firstDay,
    last_day: values.lastDay,
    tasks,
    streak: streak.map(whole),
    points_per_unit: whole(values.pointsPerUnit),
    minimum: whole(values.minimum),
    currency,
    per_person: decimal(values.perPerson),
    budget: decimal(values.budget),
  }
}
