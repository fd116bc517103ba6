import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import { Badge, type Tone } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { deleteSeason, type Season, seasonsQuery, switchSeason } from '../../api/farm'
import { ActButton } from '../../parts/ActButton'
import { Card } from '../../parts/Card'
import { DeleteDraft } from '../../parts/DeleteDraft'
import { Facts } from '../../parts/Facts'
import { TASK_NAMES } from '../../parts/taskNames'
import { shortTime } from '../../parts/when'

type SeasonCardProps = { season: Season; may: boolean; onEdit: () => void }

/** One season: its numbers, its rules, and its switch. */
export function SeasonCard({ season, may, onEdit }: SeasonCardProps) {
  const { i18n } = useLingui()
  const { names } = season.content
  const name = names[i18n.locale as keyof typeof names] ?? names.en
  return (
    <Card title={name} aside={<State of={season} />}>
      <div className="grid gap-4">
        <Numbers of={season} />
        <Rules of={season} />
        <p className="text-[13px] text-muted wrap-anywhere">
          <Trans>
            Made by {season.made_by}, {shortTime(season.made_at, i18n.locale)}
          </Trans>
        </p>
        {may ? (
          <div className="flex flex-wrap items-start gap-2">
            <Acts of={season} onEdit={onEdit} />
          </div>
        ) : null}
      </div>
    </Card>
  )
}

/** The state of a season, and the position of its days. */
function stateOf(of: Season, now: number): 'draft' | 'stopped' | 'coming' | 'over' | 'running' {
  if (of.state !== 'on') return of.state
  if (now < Date.parse(of.from_at)) return 'coming'
  return now >= Date.parse(of.until_at) ? 'over' : 'running'
}

function State({ of }: { of: Season }) {
  const { t } = useLingui()
  const words: Record<ReturnType<typeof stateOf>, [string, Tone]> = {
    draft: [t`Draft`, 'plain'],
    stopped: [t`Stopped`, 'bad'],
    coming: [t`Scheduled`, 'wait'],
    over: [t`Ended`, 'plain'],
    running: [t`Running`, 'ok'],
  }
  const [text, tone] = words[stateOf(of, Date.now())]
  return <Badge tone={tone}>{text}</Badge>
}

function Numbers({ of }: { of: Season }) {
  const { t, i18n } = useLingui()
  const money = (amount: string) => moneyText({ amount, currency: of.content.currency }, i18n.locale)
  const facts = [
    { name: t`Participants`, value: i18n.number(of.participants) },
    { name: t`Points earned`, value: i18n.number(of.earned) },
    { name: t`Points exchanged`, value: i18n.number(of.exchanged) },
    { name: t`Given`, value: money(of.spent) },
    { name: t`Left of the budget`, value: money(of.left) },
  ]
  return <Facts facts={facts} />
}

function Rules({ of }: { of: Season }) {
  const { t, i18n } = useLingui()
  const { content } = of
  const money = (amount: string) => moneyText({ amount, currency: content.currency }, i18n.locale)
  const day = (date: string) => i18n.date(`${date}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })
  const number = (value: number) => i18n.number(value)
  const times = (perDay: number, perSeason: number) => t`${number(perDay)} a day, ${number(perSeason)} in all`
  const { currency } = content
  const facts = [
    { name: t`First day`, value: day(content.first_day) },
    { name: t`Last day`, value: `${day(content.last_day)} (${of.time_zone})` },
    { name: t`Points for 1 ${currency}`, value: number(content.points_per_unit) },
    { name: t`Fewest points of an exchange`, value: number(content.minimum) },
    { name: t`Most for one customer`, value: money(content.per_person) },
    { name: t`Budget`, value: money(content.budget) },
    { name: t`Points by day of the streak`, value: content.streak.map(number).join(', ') || t`None` },
    ...content.tasks.map((task) => ({
      name: i18n._(TASK_NAMES[task.kind]),
      value: `${number(task.points)} · ${times(task.per_day, task.per_season)}`,
    })),
  ]
  return (
    <details className="group">
      <summary className="cursor-pointer py-1 font-semibold text-brand">
        <Trans>Rules</Trans>
      </summary>
      <div className="mt-2">
        <Facts facts={facts} />
      </div>
    </details>
  )
}

function Acts({ of, onEdit }: { of: Season; onEdit: () => void }) {
  if (of.state === 'on') {
    return (
      <ActButton
        danger
        label={<Trans>Stop</Trans>}
        title={<Trans>Stop this season?</Trans>}
        about={<Trans>Customers get no more points, and cannot exchange the points that they have.</Trans>}
        act={(reason) => switchSeason(of.id, false, reason)}
      />
    )
  }
  return (
    <>
      <ActButton
        label={<Trans>Publish</Trans>}
        title={<Trans>Publish this season?</Trans>}
        about={<Trans>Another operator has to agree. Its rules then never change.</Trans>}
        act={(reason) => switchSeason(of.id, true, reason)}
      />
      {of.state === 'draft' ? (
        <>
          <Button variant="quiet" small className="text-[14px]!" onClick={onEdit}>
            <Trans>Change</Trans>
          </Button>
          <DeleteDraft remove={() => deleteSeason(of.id)} list={seasonsQuery.queryKey} />
        </>
      ) : null}
    </>
  )
}
