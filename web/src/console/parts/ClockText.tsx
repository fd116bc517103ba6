import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { Clock, ClockAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ClockTone, clockTone, durationText, usedOf, type Wait } from './clock'

const ICON = { ok: Clock, wait: ClockAlert, bad: TriangleAlert }
export const CLOCK_INK: Record<ClockTone, string> = { ok: 'text-ok', wait: 'text-wait', bad: 'text-bad' }

/** <ClockText wait now> — how long something has waited, against its target: an icon, the time, and words for both. */
export function ClockText({ wait, now }: { wait: Wait; now: number }) {
  const { i18n } = useLingui()
  const tone = clockTone(usedOf(wait, now))
  const Icon = ICON[tone]
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 text-[13px] font-[580] whitespace-nowrap ${CLOCK_INK[tone]}`}
    >
      <Icon size={14} aria-hidden="true" />
      {durationText(now - Date.parse(wait.since), i18n.locale)}
      <span className="sr-only">{TARGET[tone]}</span>
    </span>
  )
}

const TARGET: Record<ClockTone, ReactNode> = {
  ok: <Trans>, inside the target</Trans>,
  wait: <Trans>, close to the target</Trans>,
  bad: <Trans>, above the target</Trans>,
}
