/* Date rules. Separate from the other rules, because sign-in needs no dates. */
import { type Judged, isBroken } from './rules'
import { age, date as dates } from './rules.json'

const pad = (number: number, length: number) => String(number).padStart(length, '0')

/** A date in the mask dd/MM/yyyy, stored as yyyy-MM-dd. */
export function dateRule(typed: string, today: Date): Judged {
  const text = typed.trim()
  if (text === '') return { code: 'required' }
  const parts = /^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/.exec(text)
  if (!parts) return { code: 'format' }
  const [day = 0, month = 0, year = 0] = parts.slice(1).map(Number)
  if (day < 1 || day > 31) return { code: 'day' }
  if (month < 1 || month > 12) return { code: 'month' }
  if (year < dates.year_min || year > today.getFullYear()) return { code: 'year', bound: dates.year_min }
  const exists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
  return exists ? { ok: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` } : { code: 'day' }
}

/** A date of birth, with the minimum age of a customer. */
export function birthRule(typed: string, today: Date): Judged {
  const judged = dateRule(typed, today)
  if (isBroken(judged)) return judged
  const latest = `${pad(today.getFullYear() - age.min, 4)}-${pad(today.getMonth() + 1, 2)}-${pad(today.getDate(), 2)}`
  return judged.ok <= latest ? judged : { code: 'age', bound: age.min }
}

/** Inserts the mask's slashes while digits are typed. */
export function dateMask(typed: string): string {
  const digits = typed.replace(/[^0-9]/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/')
}
