import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { Card } from '../../ui/Card'
import type { Streak } from './queries'

type Day = Streak['week'][number]

/** Days without a gap, the days of this week, and what tomorrow gives. */
export function StreakCard({ streak }: { streak: Streak }) {
  const { tomorrow } = streak
  return (
    <Card
      title={<Trans>Your streak</Trans>}
      aside={
        <span className="text-[14px] font-semibold">
          <Plural value={streak.days} one="# day" other="# days" />
        </span>
      }
    >
      <ol className="grid grid-cols-7 gap-1">
        {streak.week.map((day) => (
          <DayMark key={day.day} day={day} />
        ))}
      </ol>
      {tomorrow > 0 ? (
        <p className="mt-4 text-[14px] text-muted">
          <Plural value={tomorrow} one="Come tomorrow for # more point." other="Come tomorrow for # more points." />
        </p>
      ) : null}
    </Card>
  )
}

function DayMark({ day }: { day: Day }) {
  const { t, i18n } = useLingui()
  const at = `${day.day}T00:00:00Z`
  const short = i18n.date(at, { weekday: 'short', timeZone: 'UTC' })
  const long = i18n.date(at, { weekday: 'long', timeZone: 'UTC' })
  const ground = day.is_done ? 'bg-brand text-on-brand' : 'bg-sunken text-muted'
  const ring = day.is_today ? 'outline-2 outline-offset-2 outline-brand' : ''
  return (
    <li className="grid justify-items-center gap-2" aria-current={day.is_today ? 'date' : undefined}>
      <span aria-hidden="true" className="text-[13px] text-muted">
        {short}
      </span>
      <span aria-hidden="true" className={`grid size-9 place-items-center rounded-full ${ground} ${ring}`}>
        {day.is_done ? <Check size={18} /> : <span className="size-1.5 rounded-full bg-line" />}
      </span>
      <span className="sr-only">{day.is_done ? t`${long}: you were here` : long}</span>
    </li>
  )
}
