import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../domain/money'
import type { Checklist } from '../../../domain/verification'
import { dayText, timeText } from '../../../i18n/format'
import { Notice } from '../../../ui/Notice'
import type { ExchangeForm } from '../start/useExchangeForm'

type OwnLimitProps = { own: ExchangeForm['own']; currency: string; checklist: Checklist }

/** The amount exceeds the customer's own limit: shows the limit, its rest, and the verification for a higher one. */
export default function OwnLimit({ own, currency, checklist }: OwnLimitProps) {
  const { i18n } = useLingui()
  const { allowed, left, next } = own
  const most = moneyText({ amount: allowed ?? '0', currency }, i18n.locale)
  const text = moneyText({ amount: left?.limit ?? '0', currency: 'EUR' }, i18n.locale)
  const resets = left?.resets_at
  const when = resets ? `${dayText(resets, i18n.locale, new Date())}, ${timeText(resets, i18n.locale)}` : undefined
  return (
    <Notice tone="wait">
      {left?.period === 'month' ? (
        <Trans>Amount exceeds the monthly limit of {text}.</Trans>
      ) : (
        <Trans>Amount exceeds the daily limit of {text}.</Trans>
      )}{' '}
      <Trans>You can use up to {most} now.</Trans> {when ? <Trans>More becomes available {when}.</Trans> : null}
      {next.length > 0 ? (
        <>
          {' '}
          <Trans>The next limit needs:</Trans>
          {checklist(next)}
        </>
      ) : null}
    </Notice>
  )
}
