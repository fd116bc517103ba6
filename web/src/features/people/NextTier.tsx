import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '../../domain/money'
import type { NextTierInfo, VerificationStep } from './queries'
import { STEP, STEP_TIME, tierWord, useLimitName } from './words'

type NextTierProps = { next: NextTierInfo; way: (step: VerificationStep) => ReactNode }

/** The limits of the next tier, and the remaining steps with links. */
export function NextTier({ next, way }: NextTierProps) {
  const { i18n } = useLingui()
  const nameOf = useLimitName()
  const name = i18n._(tierWord(next.tier).name)
  return (
    <section
      className="grid gap-4 rounded-card bg-surface p-[18px] shadow-(--e1) desk:p-6"
      aria-labelledby="next-level"
    >
      <h2 id="next-level">
        <Trans>Next level: {name}</Trans>
      </h2>
      <dl className="grid gap-1.5 text-[14px]">
        {next.limits.map((usage) => (
          <div key={`${usage.bucket} ${usage.period}`} className="flex items-baseline justify-between gap-x-3">
            <dt className="text-muted">{nameOf(usage)}</dt>
            <dd className="shrink-0 font-[550] tabular-nums">
              {usage.limit ? (
                moneyText({ amount: usage.limit, currency: usage.currency }, i18n.locale)
              ) : (
                <Trans>No limit</Trans>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-1">
        <p className="font-[550]">
          <Trans>What you need</Trans>
        </p>
        <ul className="grid list-disc gap-2.5 pt-1 pl-5 marker:text-muted">
          {next.requirements.map((step) => (
            <li key={step}>
              {way(step) ?? i18n._(STEP[step])}
              <span className="t-cap block text-muted">{i18n._(STEP_TIME[step])}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
