/**
 * The single module for formatting numbers, money and dates. Amounts are strings throughout: they are regrouped for the
 * locale, never parsed into a float, and show at least two decimals. Lists and fee lines show at most eight decimals with
 * the whole amount on demand; everywhere else all digits are shown.
 */
export { amountText, moneyText, separated, shortAmount, shortMoneyText, unitText } from '../domain/money'

import { separated } from '../domain/money'
import { separatorsOf, trimZeros } from '../domain/grouping'

/** The parts of a large figure: the fraction, with its separator, has a smaller font. */
export function amountParts(amount: string, locale: string): { whole: string; fraction: string } {
  return separatedParts(trimZeros(amount), locale)
}

/** The same with the digits as they are. */
export function separatedParts(amount: string, locale: string): { whole: string; fraction: string } {
  const text = separated(amount, locale)
  const at = text.lastIndexOf(separatorsOf(locale).decimal)
  const hasFraction = amount.includes('.') && at > 0
  return hasFraction ? { whole: text.slice(0, at), fraction: text.slice(at) } : { whole: text, fraction: '' }
}

/** "14:02" */
export function timeText(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at))
}

/** "21 Nov" in the locale's order; with the year if it is not the current one. */
export function dayText(at: string, locale: string, now: Date): string {
  const date = new Date(at)
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year }).format(date)
}

/** "May 2025", in the case that follows "since": the case of a month in a whole date. */
export function monthSince(at: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).formatToParts(
    new Date(at),
  )
  const part = (type: 'month' | 'year') => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('month')} ${part('year')}`
}
