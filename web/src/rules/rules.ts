/*
 * The rules for what people type. The bounds and patterns are in rules.json, which the server reads too, and
 * vectors.json has the examples that the tests of both run. The server has the last word.
 */
import { age, date as dates, email, full_name, ip_list, name, password, phone, url } from './rules.json'
import { address, city, postcode } from './rules.json'

export type Code =
  | 'required'
  | 'invalid_character'
  | 'min_length'
  | 'max_length'
  | 'email'
  | 'format'
  | 'day'
  | 'month'
  | 'year'
  | 'age'
  | 'capital'
  | 'lowercase'
  | 'number'
  | 'symbol'
  | 'anonymous'
  | 'phone'
  | 'region'
  | 'link'
  | 'url'
  | 'domain'
  | 'ip'
  | 'prefix'
  | 'max_items'

/** What is wrong, with the bound that goes with it. */
export type Broken = { code: Code; bound?: number }
/** The text as it is kept, or what is wrong with it. */
export type Judged<T = string> = { ok: T } | Broken
export type Rule = (text: string) => Judged

export const isBroken = (judged: Judged<unknown>): judged is Broken => 'code' in judged

type Text = { min: number; max: number; pattern: string }

export function length(text: string, { min, max }: { min: number; max: number }): Broken | undefined {
  const chars = [...text].length
  if (chars < min) return { code: 'min_length', bound: min }
  return chars > max ? { code: 'max_length', bound: max } : undefined
}

const words =
  (rule: Text): Rule =>
  (typed) => {
    const text = typed.trim().split(/\s+/).join(' ')
    if (text === '') return { code: 'required' }
    if (!new RegExp(rule.pattern, 'u').test(text)) return { code: 'invalid_character' }
    return length(text, rule) ?? { ok: text }
  }

export const nameRule = words(name)
export const fullNameRule = words(full_name)
export const addressRule = words(address)
export const cityRule = words(city)
export const postcodeRule = words(postcode)

export const emailRule: Rule = (typed) => {
  const text = typed.trim()
  if (text === '') return { code: 'required' }
  const fits = text.length <= email.max && new RegExp(email.pattern, 'u').test(text)
  return fits ? { ok: text } : { code: 'email' }
}

const pad = (number: number, length: number) => String(number).padStart(length, '0')

/** A date in the mask dd/MM/yyyy, kept as yyyy-MM-dd. */
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

/** A date of birth of somebody who may be a customer. */
export function birthRule(typed: string, today: Date): Judged {
  const judged = dateRule(typed, today)
  if (isBroken(judged)) return judged
  const latest = `${pad(today.getFullYear() - age.min, 4)}-${pad(today.getMonth() + 1, 2)}-${pad(today.getDate(), 2)}`
  return judged.ok <= latest ? judged : { code: 'age', bound: age.min }
}

/** Digits as they are typed, with the mask's strokes put in. */
export function dateMask(typed: string): string {
  const digits = typed.replace(/[^0-9]/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/')
}

export const passwordRule: Rule = (text) => {
  if (text === '') return { code: 'required' }
  const outside = length(text, password)
  if (outside) return outside
  const missing = password.classes.find((each) => !new RegExp(each.pattern, 'u').test(text))
  return missing ? { code: missing.code as Code } : { ok: text }
}

/** The shape of a number; whether there is such a number only the server knows. */
export const phoneRule: Rule = (typed) => {
  if (typed.trim() === '') return { code: 'required' }
  const number = typed.replace(/[ \u00a0\-.()]/g, '')
  if (number.startsWith(phone.anonymous)) return { code: 'anonymous' }
  return new RegExp(phone.pattern, 'u').test(number) ? { ok: number } : { code: 'format' }
}

export const urlRule: Rule = (typed) => {
  const text = typed.trim()
  if (text === '') return { code: 'required' }
  if (text.length > url.max) return { code: 'max_length', bound: url.max }
  if (!URL.canParse(text)) return { code: 'url' }
  const read = new URL(text)
  const plain = read.username === '' && read.password === '' && read.host !== ''
  return plain && /^https?:$/.test(read.protocol) ? { ok: text } : { code: 'url' }
}

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

export const domainRule: Rule = (typed) => {
  const text = typed.trim()
  if (text === '') return { code: 'required' }
  const given = /[/:?#@\\\s]/.test(text) ? undefined : `http://${text}/`
  const host = given && URL.canParse(given) ? new URL(given).hostname : ''
  const labels = host.split('.')
  const named = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !isV4(host)
  return named ? { ok: host } : { code: 'domain' }
}

const isV4 = (text: string) => /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text)
const isV6 = (text: string) => /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`)

function inList(item: string): Judged {
  const [ip = '', prefix, more] = item.split('/')
  const v4 = isV4(ip)
  if (!v4 && !isV6(ip)) return { code: 'ip' }
  if (prefix === undefined) return { ok: item }
  const [widest, narrowest] = v4 ? [ip_list.prefix_v4, 32] : [ip_list.prefix_v6, 128]
  const length = Number(prefix)
  const fits = more === undefined && /^[0-9]+$/.test(prefix) && length >= widest && length <= narrowest
  return fits ? { ok: item } : { code: 'prefix', bound: widest }
}

/** IP addresses and networks, separated by commas; none at all is a list too. */
export function ipListRule(typed: string): Judged<string[]> {
  if (typed.trim() === '') return { ok: [] }
  const items = typed.split(',').map((item) => item.trim())
  if (items.length > ip_list.max) return { code: 'max_items', bound: ip_list.max }
  return items.map(inList).find(isBroken) ?? { ok: items }
}
