import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { shortMoneyText } from '../../domain/money'
import { dayText, timeText } from '../../i18n/format'
import { Badge, type Tone } from '../../ui/Badge'
import type { Plan } from './plans'

/** What the plan does: "50.00 EUR → BTC". A long amount is shortened. */
export function usePlanTitle(): (plan: Plan) => string {
  const { t, i18n } = useLingui()
  return ({ kind, amount, from_currency: from, to_currency: to, target }) => {
    if (kind !== 'alert') return `${shortMoneyText({ amount: amount ?? '0', currency: from }, i18n.locale)} → ${to}`
    const coin = target?.price_of ?? to
    return t`Price of ${coin}`
  }
}

/** When the plan runs: "Every week", or "When 1 BTC costs 60,000.00 EUR or less". */
export function WhenWords({ plan }: { plan: Plan }) {
  const { i18n } = useLingui()
  const { interval, target, from_currency: from, to_currency: to } = plan
  if (interval === 'day') return <Trans>Every day</Trans>
  if (interval === 'week') return <Trans>Every week</Trans>
  if (interval === 'month') return <Trans>Every month</Trans>
  if (!target) return null
  const coin = target.price_of
  const price = shortMoneyText({ amount: target.price, currency: coin === from ? to : from }, i18n.locale)
  return target.bound === 'at_most' ? (
    <Trans>
      When 1 {coin} costs {price} or less
    </Trans>
  ) : (
    <Trans>
      When 1 {coin} costs {price} or more
    </Trans>
  )
}

/** A moment as day and time. */
export function Moment({ at }: { at: string }) {
  const { i18n } = useLingui()
  return (
    <time dateTime={at}>
      {dayText(at, i18n.locale, new Date())}, {timeText(at, i18n.locale)}
    </time>
  )
}

const TONES: Record<Plan['state'], Tone> = { active: 'ok', paused: 'wait', done: 'plain', expired: 'plain' }

export function StateBadge({ state }: Pick<Plan, 'state'>) {
  return <Badge tone={TONES[state]}>{stateWords(state)}</Badge>
}

function stateWords(state: Plan['state']): ReactNode {
  switch (state) {
    case 'active':
      return <Trans>Active</Trans>
    case 'paused':
      return <Trans>Paused</Trans>
    case 'done':
      return <Trans>Done</Trans>
    case 'expired':
      return <Trans>Ended</Trans>
  }
}

/** Why the last run made no order. */
export function RefusalWords({ refusal }: { refusal: NonNullable<Plan['refusal']> }) {
  switch (refusal) {
    case 'insufficient_balance':
      return <Trans>There was not enough money on the balance.</Trans>
    case 'limit':
      return <Trans>Your limit does not allow this amount at the moment.</Trans>
    case 'amount':
      return <Trans>The amount is below the minimum or above the maximum of this exchange.</Trans>
    case 'card_declined':
      return <Trans>Your bank declined the card.</Trans>
    case 'card_expired':
      return <Trans>The card has expired.</Trans>
    case 'card_unconfirmed':
      return (
        <Trans>
          Your bank has not confirmed this card for payments without you. Pay with it once yourself, by any order. Then
          the plan charges it at its next time.
        </Trans>
      )
    case 'card_gone':
      return <Trans>The card is no longer saved.</Trans>
    case 'unavailable':
      return <Trans>This exchange is not available at the moment.</Trans>
    case 'refused':
      return <Trans>A rule of your account does not allow it at the moment.</Trans>
  }
}
