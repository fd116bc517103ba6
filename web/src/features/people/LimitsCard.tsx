import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { moneyText } from '../../domain/money'
import { dayText, timeText } from '../../i18n/format'
import { Card } from '../../ui/Card'
import { RowGlyph } from '../../ui/ListRow'
import { Notice } from '../../ui/Notice'
import { LimitBar } from './LimitBar'
import type { Limits, LimitUsage } from './queries'
import { isNear } from './share'
import { tierWord, useLimitName } from './words'

/** The customer's limits, their use, and when more becomes available. */
export function LimitsCard({ limits: { limits, halved_until } }: { limits: Limits }) {
  return (
    <Card title={<Trans>Limits</Trans>}>
      <div className="grid gap-5">
        {halved_until ? <Halved until={halved_until} /> : null}
        {limits.map((usage) => (
          <Usage key={`${usage.bucket} ${usage.period}`} usage={usage} />
        ))}
      </div>
    </Card>
  )
}

/** The customer's level, and what it rests on. */
export function LevelCard({ tier, isIndividual }: { tier: string; isIndividual: boolean }) {
  const { i18n } = useLingui()
  const { name, because } = tierWord(tier)
  return (
    <Card>
      <div className="flex items-start gap-3">
        <RowGlyph tone={tier === 'T0' ? 'plain' : 'ok'}>
          <BadgeCheck size={20} strokeWidth={1.75} aria-hidden="true" />
        </RowGlyph>
        <div className="grid gap-0.5">
          <p className="t-cap text-muted">
            <Trans>Your level</Trans>
          </p>
          <p className="text-[17px] font-semibold">{i18n._(name)}</p>
          <p className="t-cap text-muted">{i18n._(because)}</p>
          {isIndividual ? (
            <p className="t-cap text-muted">
              <Trans>These limits were agreed with you.</Trans>
            </p>
          ) : null}
        </div>
      </div>
    </Card>
  )
}

/** Why and until when these limits are halved. */
function Halved({ until }: { until: string }) {
  const { i18n } = useLingui()
  const when = `${dayText(until, i18n.locale, new Date())}, ${timeText(until, i18n.locale)}`
  return (
    <Notice tone="wait">
      <Trans>
        This device is new to your account. To keep your money safe, half of your limits apply here until {when}.
        Nothing has changed on devices you have used before.
      </Trans>
    </Notice>
  )
}

function Usage({ usage }: { usage: LimitUsage }) {
  const { i18n } = useLingui()
  const name = useLimitName()(usage)
  const { limit, used, currency, resets_at } = usage
  const money = (amount: string) => moneyText({ amount, currency }, i18n.locale)
  // A monthly limit resets in weeks.
  const free = resets_at ? `${dayText(resets_at, i18n.locale, new Date())}, ${timeText(resets_at, i18n.locale)}` : ''
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-col sm:flex-row sm:items-baseline sm:justify-between sm:gap-x-3">
        <span className="font-[550]">{name}</span>
        <span className="tabular-nums text-muted">
          {limit ? (
            <Trans>
              {money(used)} of {money(limit)}
            </Trans>
          ) : (
            <Trans>No limit</Trans>
          )}
        </span>
      </div>
      {limit ? <LimitBar label={name} used={used} limit={limit} /> : null}
      {isNear(used, limit) ? (
        <p className="text-[13px] text-wait">
          <Trans>You have used 80% of this limit or more</Trans>
        </p>
      ) : null}
      {limit && free ? (
        <p className="text-[13px] text-muted">
          <Trans>More becomes available {free}</Trans>
        </p>
      ) : null}
    </div>
  )
}
