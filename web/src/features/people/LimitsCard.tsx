import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { moneyText } from '../../domain/money'
import { Loaded } from '../../domain/QueryCard'
import { dayText, timeText } from '../../i18n/format'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { NextTier } from './NextTier'
import { type LimitUsage, limitsQuery, type VerificationStep } from './queries'
import { isNear, shareOf } from './share'
import { tierWord, useLimitName } from './words'

/** The customer's tier, limits, their use and reset, and the requirements of the next tier. */
export function LimitsCard({ way }: { way: (step: VerificationStep) => ReactNode }) {
  const limits = useQuery(limitsQuery)
  return (
    <Card title={<Trans>Limits</Trans>}>
      <Loaded asked={limits} rows={4}>
        {({ tier, limits: all, is_individual, next, halved_until }) => (
          <>
            <OwnTier tier={tier} />
            {is_individual ? (
              <p className="text-muted">
                <Trans>These limits were agreed with you.</Trans>
              </p>
            ) : null}
            {halved_until ? <Halved until={halved_until} /> : null}
            {all.map((usage) => (
              <Usage key={`${usage.bucket} ${usage.period}`} usage={usage} />
            ))}
            {next ? <NextTier next={next} way={way} /> : null}
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** The name of the customer's tier. */
function OwnTier({ tier }: { tier: string }) {
  const { i18n } = useLingui()
  const { name, because } = tierWord(tier)
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">
          <Trans>Your level</Trans>
        </span>
        <span className="font-semibold">{i18n._(name)}</span>
      </p>
      <p className="text-[13px] text-muted">{i18n._(because)}</p>
    </div>
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
      {limit ? (
        <div
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={shareOf(used, limit)}
          className="h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full w-full origin-left rounded-full bg-brand"
            style={{ transform: `scaleX(${shareOf(used, limit) / 100})` }}
          />
        </div>
      ) : null}
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
