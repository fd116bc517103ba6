import { Trans, useLingui } from '@lingui/react/macro'
import { dayText, timeText } from '../../i18n/format'
import { Notice } from '../../ui/Notice'
import type { Left } from '../limits'
import { moneyText } from '../money'
import type { Checklist } from '../verification'

type OwnLimitProps = {
  own: {
    /** The rest of the limit in `currency`. */
    allowed: string | undefined
    left: Left | undefined
    /** The requirements of a higher limit. */
    next: Parameters<Checklist>[0]
    /** Until when the limits are halved. */
    halvedUntil: string | undefined
  }
  currency: string
  /** Without it, the requirements are not shown. */
  checklist?: Checklist
}

/** The amount exceeds the customer's own limit: shows the limit, its rest, and the verification for a higher one. */
export default function OwnLimit({ own, currency, checklist }: OwnLimitProps) {
  const { i18n } = useLingui()
  const { allowed, left, next, halvedUntil } = own
  const most = allowed === undefined ? undefined : moneyText({ amount: allowed, currency }, i18n.locale)
  const text = moneyText({ amount: left?.limit ?? '0', currency: 'EUR' }, i18n.locale)
  const at = (time: string | undefined) =>
    time ? `${dayText(time, i18n.locale, new Date())}, ${timeText(time, i18n.locale)}` : undefined
  const resets = at(left?.resets_at)
  const halved = at(halvedUntil)
  return (
    <Notice tone="wait">
      {left?.period === 'month' ? (
        <Trans>Amount exceeds the monthly limit of {text}.</Trans>
      ) : (
        <Trans>Amount exceeds the daily limit of {text}.</Trans>
      )}{' '}
      {most ? <Trans>You can use up to {most} now.</Trans> : null} {resets ? <Available when={resets} /> : null}{' '}
      {halved ? <Halved when={halved} /> : null}
      {checklist && next.length > 0 ? (
        <>
          {' '}
          <Trans>The next limit needs:</Trans>
          {checklist(next)}
        </>
      ) : null}
    </Notice>
  )
}

function Available({ when }: { when: string }) {
  return <Trans>More becomes available {when}.</Trans>
}

function Halved({ when }: { when: string }) {
  return <Trans>This device is new to your account: half of your limits apply here until {when}.</Trans>
}
