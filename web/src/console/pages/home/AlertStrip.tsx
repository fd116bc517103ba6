import { Trans, useLingui } from '@lingui/react/macro'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import { moneyText } from '../../../i18n/format'
import { smallButtonClass } from '../../../ui/Button'
import { durationText } from '../../parts/clock'
import { Go } from '../../parts/Go'
import type { Alert } from './alerts'
import { useAlertWords } from './alertWords'

const LOOK = {
  bad: { ground: 'bg-bad-soft text-bad', icon: OctagonAlert },
  wait: { ground: 'bg-wait-soft text-wait', icon: TriangleAlert },
}

/** What is wrong now, the worst first. It stays until it is no longer true. */
export function AlertStrip({ alerts, now }: { alerts: readonly Alert[]; now: number }) {
  const { t } = useLingui()
  if (alerts.length === 0) return null
  return (
    <ul aria-label={t`Alerts`} className="divide-y divide-line overflow-hidden rounded-card shadow-(--e1)">
      {alerts.map((alert, place) => (
        <AlertRow key={alert.kind} alert={alert} isFirst={place === 0} now={now} />
      ))}
    </ul>
  )
}

function AlertRow({ alert, isFirst, now }: { alert: Alert; isFirst: boolean; now: number }) {
  const { i18n } = useLingui()
  const { what, consequence } = useAlertWords()(alert)
  const { ground, icon: Icon } = LOOK[alert.tone]
  const sums = alert.sums.map((sum) => moneyText(sum, i18n.locale)).join(', ')
  const age = alert.since && durationText(now - Date.parse(alert.since), i18n.locale)
  return (
    <li className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 desk:flex-nowrap ${ground}`}>
      <Icon size={20} aria-hidden="true" className="shrink-0 max-desk:mt-0.5 max-desk:self-start" />
      <p className="min-w-0 flex-1 wrap-anywhere max-desk:basis-[calc(100%-2rem)]">
        <strong className="font-[650]">{what}.</strong> {consequence} {sums ? <Trans>Held: {sums}.</Trans> : null}
      </p>
      <span className="text-[13px] max-desk:flex-1 max-desk:pl-8 desk:whitespace-nowrap">
        {age ? (
          <>
            <Trans>for {age}</Trans> ·{' '}
          </>
        ) : null}
        {alert.holder === 'second' ? <Trans>waits for a second operator</Trans> : <Trans>waits for us</Trans>}
      </span>
      <Go
        to={alert.to}
        className={
          isFirst && alert.tone === 'bad'
            ? smallButtonClass(
                'primary',
                'bg-bad! px-4! text-[14px]! text-surface! hover:brightness-95 desk:min-h-9! desk:py-1!',
              )
            : smallButtonClass('quiet', 'bg-surface! px-4! text-[14px]! text-text! desk:min-h-9! desk:py-1!')
        }
      >
        <Trans>Open</Trans>
        <span className="sr-only">: {what}</span>
      </Go>
    </li>
  )
}
