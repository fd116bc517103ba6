import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  Check,
  Footprints,
  Gift,
  KeyRound,
  type LucideIcon,
  Send,
  UserRound,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { ListRow, listRowClass } from '../../ui/ListRow'
import type { Task } from './queries'

const ICON: Record<Task['kind'], LucideIcon> = {
  visit: Footprints,
  deposit: Wallet,
  exchange: ArrowLeftRight,
  transfer: Send,
  second_factor: KeyRound,
  identity: UserRound,
  friend: Gift,
}

/** The tasks of the season: what each asks for, what it gives, and whether it is done for today or for good. */
export function TasksCard({ tasks }: { tasks: readonly Task[] }) {
  return (
    <Card tight title={<Trans>Tasks</Trans>}>
      <ul className="-mx-4 divide-y divide-line desk:-mx-5">
        {tasks.map((task) => (
          <li key={task.kind}>
            <TaskRow task={task} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Whether a task counts again later, or is complete for the season. */
const stateOf = (task: Task): 'open' | 'today' | 'done' => {
  if (task.done_season >= task.per_season) return 'done'
  return task.done_today >= task.per_day ? 'today' : 'open'
}

function TaskRow({ task }: { task: Task }) {
  const Icon = ICON[task.kind]
  const state = stateOf(task)
  const isOpen = state === 'open' && task.kind !== 'visit'
  const row = (
    <ListRow
      glyph={
        state === 'open' ? (
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <Check size={20} strokeWidth={1.75} aria-hidden="true" />
        )
      }
      tone={state === 'open' ? 'act' : 'ok'}
      title={<TaskName kind={task.kind} />}
      detail={<HowOften task={task} />}
      badge={state === 'open' ? undefined : <DoneBadge isForGood={state === 'done'} />}
      value={<Plural value={task.points} one="+# point" other="+# points" />}
      chevron={isOpen}
    />
  )
  return isOpen ? <ToTask kind={task.kind}>{row}</ToTask> : row
}

function DoneBadge({ isForGood }: { isForGood: boolean }) {
  return <Badge tone="ok">{isForGood ? <Trans>Done</Trans> : <Trans>Done for today</Trans>}</Badge>
}

function TaskName({ kind }: { kind: Task['kind'] }) {
  switch (kind) {
    case 'visit':
      return <Trans>Open this page</Trans>
    case 'deposit':
      return <Trans>Add money to your balance</Trans>
    case 'exchange':
      return <Trans>Complete an exchange</Trans>
    case 'transfer':
      return <Trans>Send money to another customer</Trans>
    case 'second_factor':
      return <Trans>Set up a second factor</Trans>
    case 'identity':
      return <Trans>Verify your identity</Trans>
    case 'friend':
      return <Trans>Invite a friend who completes an order</Trans>
  }
}

/** How often the task counts, and how often it has counted. */
function HowOften({ task }: { task: Task }) {
  const { per_day: day, per_season: most, done_season: done } = task
  if (most === 1) return <Trans>Once</Trans>
  if (task.kind === 'visit') return <Trans>Every day</Trans>
  return (
    <>
      <Trans>{day} a day</Trans>
      {' · '}
      <Trans>
        {done} of {most} in the season
      </Trans>
    </>
  )
}

/** A link to where the task is done. */
function ToTask({ kind, children }: { kind: Task['kind']; children: ReactNode }) {
  switch (kind) {
    case 'deposit':
    case 'transfer':
      return (
        <Link to="/balances/$place/{-$currency}" params={{ place: kind }} className={listRowClass}>
          {children}
        </Link>
      )
    case 'second_factor':
      return (
        <Link to="/profile/two-factor-authentication" className={listRowClass}>
          {children}
        </Link>
      )
    case 'identity':
      return (
        <Link to="/profile/personal-details" className={listRowClass}>
          {children}
        </Link>
      )
    case 'friend':
      return (
        <Link to="/frens" className={listRowClass}>
          {children}
        </Link>
      )
    default:
      return (
        <Link to="/exchange" className={listRowClass}>
          {children}
        </Link>
      )
  }
}
