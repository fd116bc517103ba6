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
  /** The name of the payway that the limit is about. */
  way?: string | undefined
  /** Without it, the requirements are not shown. */
  checklist?: Checklist
}

/** The amount exceeds the customer's own limit: shows the limit, its rest, and the verification for a higher one. */
export default function OwnLimit({ own, currency, way, checklist }: OwnLimitProps) {
  const { i18n } = useLingui()
  const { allowed, left, next, halvedUntil } = own
  const most = allowed === undefined ? undefined : moneyText({ amount: allowed, currency }, i18n.locale)
  const text = moneyText({ amount: left?.limit ?? '0', currency: left?.currency ?? 'EUR' }, i18n.locale)
  const at = (time: string | undefined) =>
    time ? `${dayText(time, i18n.locale, new Date())}, ${timeText(time, i18n.locale)}` : undefined
  const resets = at(left?.resets_at)
  const halved = at(halvedUntil)
  return (
    <Notice tone="wait">
      <Exceeded isMonth={left?.period === 'month'} text={text} way={way} />{' '}
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

type ExceededProps = { isMonth: boolean; text: string; way: string | undefined }

function Exceeded({ isMonth, text, way }: ExceededProps) {
  if (way && isMonth)
    return (
      <Trans>
        Amount exceeds the monthly limit of {text} for this payment method: {way}.
      </Trans>
    )
  if (way)
    return (
      <Trans>
        Amount exceeds the daily limit of {text} for this payment method: {way}.
      </Trans>
    )
  if (isMonth) return <Trans>Amount exceeds the monthly limit of {text}.</Trans>
  return <Trans>Amount exceeds the daily limit of {text}.</Trans>
}

function Available({ when }: { when: string }) {
  return <Trans>More becomes available {when}.</Trans>
}

function Halved({ when }: { when: string }) {
  return <Trans>This device is new to your account: half of your limits apply here until {when}.</Trans>
}
