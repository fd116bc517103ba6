import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import { countText } from '../../api/today'
import { clockTone, durationText, usedOf } from '../../parts/clock'
import { ClockText } from '../../parts/ClockText'
import { Go } from '../../parts/Go'
import type { Kpi } from './kpis'
import { useKpiTitle } from './kpiTitles'

const BAR = { ok: 'bg-ok', wait: 'bg-wait', bad: 'bg-bad' }

/** One figure of the day: how many wait, and the worst wait against its target. The card leads to the list. */
export function KpiCard({ kpi, now }: { kpi: Kpi; now: number }) {
  const { i18n } = useLingui()
  const title = useKpiTitle()(kpi.kind)
  const used = kpi.worst ? usedOf(kpi.worst, now) : 0
  return (
    <li className="relative grid min-w-0 content-start gap-1 rounded-card bg-surface px-4 py-3.5 shadow-(--e1) hover:shadow-(--e2)">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
        <h2 className="text-[13.5px] font-[620]">
          <Go to={kpi.to} className="after:absolute after:inset-0 after:rounded-card">
            {title}
          </Go>
        </h2>
        {kpi.worst ? <ClockText wait={kpi.worst} now={now} /> : null}
      </div>
      <p className="text-[28px] leading-tight font-[650] tracking-[-0.02em]">
        {countText(kpi.count, kpi.hasMore, i18n.locale)}
      </p>
      <span aria-hidden="true" className="my-1 h-1.5 overflow-hidden rounded-full bg-sunken">
        <span
          className={`block h-full rounded-full ${BAR[clockTone(used)]}`}
          style={{ width: `${Math.min(used, 1) * 100}%` }}
        />
      </span>
      <p className="text-[13px] text-muted">
        <Note kpi={kpi} now={now} />
      </p>
    </li>
  )
}

/** The state of the waits in words. */
function Note({ kpi, now }: { kpi: Kpi; now: number }) {
  const { i18n } = useLingui()
  const { worst, late, sums } = kpi
  if (!worst) return <Trans>Nothing is waiting</Trans>
  const target = durationText(Date.parse(worst.until) - Date.parse(worst.since), i18n.locale)
  const money = sums.map((sum) => moneyText(sum, i18n.locale)).join(', ')
  if (late > 0)
    return (
      <Trans>
        {late} above the target of {target}
      </Trans>
    )
  if (money) return <Trans>{money} held</Trans>
  return clockTone(usedOf(worst, now)) === 'wait' ? (
    <Trans>Close to the target of {target}</Trans>
  ) : (
    <Trans>All inside the target of {target}</Trans>
  )
}
