/**
 * Parses and formats the text of an amount field. The wire form is plain digits with a decimal point; the displayed
 * form follows the user's locale.
 */

import { grouped, type Separators } from './grouping'

/** Why a text is not an amount, for the message at the field. */
export type Refusal = 'negative' | 'currency' | 'shape' | 'long'

/** The parsed amount. `wire` is '' for empty and rejected text. */
export type Typed = { wire: string; refused?: Refusal }

// Currency signs before or after amounts on web pages and in emails.
const MARKS: Record<string, string> = { '€': 'EUR', $: 'USD', '£': 'GBP', '₴': 'UAH', zł: 'PLN', '₿': 'BTC' }

/**
 * Parses a typed or pasted amount; the same text always has the same result. Ignores spaces, apostrophes and the
 * currency's own code or sign. A comma or point is the decimal separator, unless the text is clearly grouped in this
 * locale ("1,234" in English, "1.234.567" anywhere).
 */
export function readAmount(text: string, scale: number, separators: Separators, currency?: string): Typed {
  // Accepts fullwidth digits. Removes invisible characters, which copied text may contain.
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const bare = plain.replace(/[\s'’_]/gu, '')
  const [, before = '', number = '', after = ''] = /^([^\d.,+−-]*)(.*?)([^\d.,]*)$/su.exec(bare) ?? []
  const refuse = (refused: Refusal): Typed => ({ wire: '', refused })
  if (/[^\s.,+−-]/u.test(bare) && !/\d/.test(number)) return refuse('shape')
  for (const name of [before, after]) {
    if (name === '') continue
    const known =
      MARKS[name.toLowerCase()] ?? (/^[A-Za-z][A-Za-z0-9]{1,5}$/.test(name) ? name.toUpperCase() : undefined)
    if (!known) return refuse('shape')
    if (known !== currency) return refuse('currency')
  }
  if (/^[−-]/.test(number)) return refuse('negative')
  const digits = ungroup(number.replace(/^\+/, ''), separators)
  if (digits === '') return { wire: '' }
  const match = /^(\d*)(?:[.,](\d*))?$/.exec(digits)
  if (!match) return refuse('shape')
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = match[2]
  // 27 digits exceed every limit of the catalogue; a longer text is not an amount.
  if (whole.length > 27) return refuse('long')
  if (fraction === undefined) return { wire: whole }
  return { wire: cutTo(`${whole}.${fraction}`, scale) }
}

/** Whether the field should show the parsed amount, because the text looks different. */
export function needsPreview(text: string, wire: string, separators: Separators): boolean {
  if (wire === '') return false
  return text !== editable(wire, separators) && text !== grouped(wire, separators)
}

/** Cuts the decimals beyond the currency's scale. */
export function cutTo(wire: string, scale: number): string {
  const [whole = '', fraction] = wire.split('.')
  return fraction === undefined || scale === 0 ? whole : `${whole}.${fraction.slice(0, scale)}`
}

function ungroup(text: string, separators: Separators): string {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  if (last < 0) return text
  const mark = text.charAt(last)
  const other = mark === ',' ? '.' : ','
  const whole = text.slice(0, last)
  // With both separators, the last one is the decimal separator, and the other one must separate groups.
  if (whole.includes(other)) {
    const groups = new RegExp(`^\\d{1,3}(\\${other}\\d{3})+$`)
    return groups.test(whole) ? whole.split(other).join('') + text.slice(last) : text
  }
  const grouped = new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`)
  const repeated = text.indexOf(mark) !== last
  if ((repeated || mark === separators.group) && grouped.test(text)) return text.split(mark).join('')
  return text
}

/** The amount in this locale while it is edited: "1234.50" without groups, with the locale's decimal separator. */
export function editable(wire: string, separators: Separators): string {
  return wire.replace('.', separators.decimal)
}

/** An amount ready to send, without a trailing point. Returns `undefined` for zero or no amount. */
export function wireAmount(typed: string): string | undefined {
  const text = typed.endsWith('.') ? typed.slice(0, -1) : typed
  return /^\d+(\.\d+)?$/.test(text) && /[1-9]/.test(text) ? text : undefined
}
