import { Plural, Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/problemText'
import { QueryCard } from '../../../domain/QueryCard'
import { useChange } from '../../../domain/useChange'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Notice } from '../../../ui/Notice'
import { Switch } from '../../../ui/Switch'
import { Moment } from '../Moment'
import { advanceClock, type ClockState, clockQuery, freezeClock, STEPS } from './clock'

/** The clock of the sandbox: its time, to freeze and to move on. */
export function TestClock() {
  const asked = useQuery(clockQuery)
  return (
    <QueryCard asked={asked} rows={3}>
      {(clock) => <Clock clock={clock} />}
    </QueryCard>
  )
}

function Clock({ clock }: { clock: ClockState }) {
  const queries = useQueryClient()
  const change = useChange(errorText, () => queries.invalidateQueries({ queryKey: clockQuery.queryKey }))
  const days = Math.floor(clock.ahead_seconds / 86_400)
  return (
    <Card
      title={<Trans>Test clock</Trans>}
      aside={
        <Switch
          label={<Trans>Frozen</Trans>}
          checked={clock.is_frozen}
          onChange={(frozen) => void change.run('freeze', () => freezeClock(frozen))}
        />
      }
    >
      <p className="t-row flex flex-wrap items-center gap-2" aria-live="polite">
        <time dateTime={clock.now}>
          <Moment at={clock.now} />
        </time>
        {days > 0 ? (
          <Badge tone="wait">
            <Plural value={days} one="# day ahead" other="# days ahead" />
          </Badge>
        ) : null}
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        {STEPS.map((hours) => (
          <Button
            key={hours}
            small
            variant="quiet"
            busy={change.busy === `${hours}`}
            onClick={() => void change.run(`${hours}`, () => advanceClock(hours))}
          >
            <StepName hours={hours} />
          </Button>
        ))}
      </div>
      {change.problem ? (
        <div className="mt-3">
          <Notice tone="bad">{change.problem}</Notice>
        </div>
      ) : null}
      <p className="mt-3 text-[13px] text-muted">
        <Trans>
          Quotes, orders, limits, plans, slow banks and retries of webhooks follow it, for everybody in this sandbox. It
          only moves forward.
        </Trans>
      </p>
    </Card>
  )
}

function StepName({ hours }: { hours: number }) {
  const days = hours / 24
  return hours < 24 ? (
    <Plural value={hours} one="+ # hour" other="+ # hours" />
  ) : (
    <Plural value={days} one="+ # day" other="+ # days" />
  )
}
