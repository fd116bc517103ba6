/*
 * Input rules. rules.json has the bounds and patterns, vectors.json the test cases; the server uses both files too. The
 * server decides.
 */
import { email, invisible, ip_list, password, phone, reordering, space, url } from './rules.json'

export type Code =
  | 'required'
  | 'invalid_character'
  | 'invisible_character'
  | 'mixed_scripts'
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

/** The broken rule, with its bound or the offending character. */
export type Broken = { code: Code; bound?: number; character?: string }
/** The normalised text, or the broken rule. */
export type Judged<T = string> = { ok: T } | Broken
export type Rule = (text: string) => Judged

export const isBroken = (judged: Judged<unknown>): judged is Broken => 'code' in judged

export function length(text: string, { min, max }: { min: number; max: number }): Broken | undefined {
  const chars = [...text].length
  if (chars < min) return { code: 'min_length', bound: min }
  return chars > max ? { code: 'max_length', bound: max } : undefined
}

/** Removes invisible characters. A character that changes the displayed order is an error. */
export function visible(typed: string): Judged {
  const found = new RegExp(reordering, 'u').exec(typed)?.[0]
  if (found !== undefined) {
    const code = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return { code: 'invisible_character', character: `U+${code}` }
  }
  return { ok: typed.replace(new RegExp(invisible, 'gu'), '') }
}

const trimmed = (text: string) => text.replace(new RegExp(`^${space}+|${space}+$`, 'gu'), '')

export const emailRule: Rule = (typed) => {
  const seen = visible(typed)
  if (isBroken(seen)) return seen
  const text = trimmed(seen.ok)
  if (text === '') return { code: 'required' }
  const fits = text.length <= email.max && new RegExp(email.pattern, 'u').test(text)
  return fits ? { ok: text } : { code: 'email' }
}

export const passwordRule: Rule = (text) => {
  if (text === '') return { code: 'required' }
  const outside = length(text, password)
  if (outside) return outside
  const missing = password.classes.find((each) => !new RegExp(each.pattern, 'u').test(text))
  return missing ? { code: missing.code as Code } : { ok: text }
}

/** The format of a phone number. Only the server knows whether the number exists. */
export const phoneRule: Rule = (typed) => {
  const seen = visible(typed)
  if (isBroken(seen)) return seen
  const text = trimmed(seen.ok)
  if (text === '') return { code: 'required' }
  const digits = text.replace(/^tel:/i, '').replace(new RegExp(phone.separator, 'gu'), '')
  const number = digits.replaceAll('\uff0b', '+').replace(/^00/, '+')
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

/** IP addresses and networks, separated by commas. An empty list is valid. */
export function ipListRule(typed: string): Judged<string[]> {
  if (typed.trim() === '') return { ok: [] }
  const items = typed.split(',').map((item) => item.trim())
  if (items.length > ip_list.max) return { code: 'max_items', bound: ip_list.max }
  return items.map(inList).find(isBroken) ?? { ok: items }
}
