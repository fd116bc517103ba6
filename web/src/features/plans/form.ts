import type { CurrencyCode } from '../../api/exchangeTypes'
import { dayOf } from '../../domain/days'
import { compareDecimals } from '../../domain/decimal'
import { isOpen, type MakePlan, type Plan, type PlanInterval, type PlanKind } from './plans'

/** The fields of the form as typed. Amounts are plain decimals; '' is empty or not a number. */
export type PlanForm = {
  kind: PlanKind
  from: CurrencyCode
  to: CurrencyCode
  amount: string
  interval: PlanInterval
  /** The saved card that pays; '' pays from the balance. */
  card: string
  /** Whether the person agrees that the card is charged without them. */
  cardAgreed: boolean
  /** Local date and time of the first run, like the value of a `datetime-local` field. */
  firstAt: string
  bound: 'at_most' | 'at_least'
  price: string
  /** Local day until which the price is waited for. */
  until: string
}

/** The field that is not usable yet. */
export type Missing = 'amount' | 'cardAgreed' | 'firstAt' | 'price' | 'until' | 'pair'

/** Tomorrow at nine, in local time. */
export function tomorrowAtNine(now: Date): string {
  return `${dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1))}T09:00`
}

/** The day three months from now. */
export function inThreeMonths(now: Date): string {
  return dayOf(new Date(now.getFullYear(), now.getMonth() + 3, now.getDate()))
}

/** The currency whose price a plan waits for: the coin of the pair, or the received one of two coins. */
export function pricedOf(from: CurrencyCode, to: CurrencyCode, isFiat: (code: string) => boolean): CurrencyCode {
  return isFiat(to) && !isFiat(from) ? from : to
}

/** Whether a market price is on the wanted side of a bound, or on it. */
export function isReached(bound: PlanForm['bound'], price: string, market: string): boolean {
  const order = compareDecimals(market, price)
  return order === 0 || order === (bound === 'at_most' ? -1 : 1)
}

/** The request of a form, or the first field that is missing. */
export function requestOf(
  form: PlanForm,
  priceOf: CurrencyCode,
  now: Date,
): { request: MakePlan; missing?: undefined } | { missing: Missing } {
  const { kind, from, to, amount, interval, card, cardAgreed, firstAt, bound, price, until } = form
  if (from === to) return { missing: 'pair' }
  if (kind !== 'alert' && !isAbove(amount)) return { missing: 'amount' }
  const pair = { kind, from_currency: from, to_currency: to } as Pick<
    MakePlan,
    'kind' | 'from_currency' | 'to_currency'
  >
  const given = kind === 'alert' ? {} : { amount }
  if (kind === 'recurring') {
    const at = new Date(firstAt)
    if (Number.isNaN(at.getTime()) || at <= now) return { missing: 'firstAt' }
    if (card && !cardAgreed) return { missing: 'cardAgreed' }
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const paid = card ? { card, card_agreed: true } : {}
    return { request: { ...pair, ...given, interval, first_at: at.toISOString(), time_zone, ...paid } }
  }
  if (!isAbove(price)) return { missing: 'price' }
  // The last minute of the day.
  const end = new Date(`${until}T23:59`)
  if (Number.isNaN(end.getTime()) || end <= now) return { missing: 'until' }
  const target = { price_of: priceOf, bound, price }
  return { request: { ...pair, ...given, target, until: end.toISOString() } }
}

const isAbove = (amount: string) => amount !== '' && /[1-9]/.test(amount)

/** The request that sets an ended price alert again for three months; undefined for other plans. */
export function alertAgain(plan: Plan, now: Date): MakePlan | undefined {
  const { kind, from_currency, to_currency, target } = plan
  if (kind !== 'alert' || !target || isOpen(plan)) return undefined
  const until = new Date(`${inThreeMonths(now)}T23:59`).toISOString()
  return { kind, from_currency, to_currency, target, until }
}
