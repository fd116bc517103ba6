/**
 * What a person types or pastes into an amount field, and what the field shows back.
 * The wire form is always plain digits with a point; the screen follows the reader's locale.
 */

import { grouped, type Separators } from './grouping'

/** Why text is not an amount, for words beside the field. */
export type Refusal = 'negative' | 'currency' | 'shape' | 'long'

/** What was understood: `wire` is '' while there is nothing to send, and where the text is refused. */
export type Typed = { wire: string; refused?: Refusal }

// Marks of currencies that stand before or after amounts on pages and in mails.
const MARKS: Record<string, string> = { '€': 'EUR', $: 'USD', '£': 'GBP', '₴': 'UAH', zł: 'PLN', '₿': 'BTC' }

/**
 * Reads an amount, typed or pasted: one parser for both, so that the same text always means the same. Spaces, apostrophes
 * and the currency's own name or mark never matter; a comma or a point is the decimal mark unless the text is clearly
 * grouped in this locale ("1,234" in English, "1.234.567" anywhere).
 */
export function readAmount(text: string, scale: number, separators: Separators, currency?: string): Typed {
  // Fullwidth digits are digits; signs that nobody sees come along when a page is copied.
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
  // 27 digits is past every limit of the catalogue; longer text is a paste of something else.
  if (whole.length > 27) return refuse('long')
  if (fraction === undefined) return { wire: whole }
  return { wire: cutTo(`${whole}.${fraction}`, scale) }
}

/** Whether the field should say what it understood: the text does not read as the amount does. */
export function needsPreview(text: string, wire: string, separators: Separators): boolean {
  if (wire === '') return false
  return text !== editable(wire, separators) && text !== grouped(wire, separators)
}

/** A wire amount without the decimals that a currency of this scale does not have. */
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
  // Both marks present: the last one is the decimal, and the other must stand between groups.
  if (whole.includes(other)) {
    const groups = new RegExp(`^\\d{1,3}(\\${other}\\d{3})+$`)
    return groups.test(whole) ? whole.split(other).join('') + text.slice(last) : text
  }
  const grouped = new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`)
  const repeated = text.indexOf(mark) !== last
  if ((repeated || mark === separators.group) && grouped.test(text)) return text.split(mark).join('')
  return text
}

/** "1234.50" as this locale writes it while it is being edited: no groups, the locale's decimal mark. */
export function editable(wire: string, separators: Separators): string {
  return wire.replace('.', separators.decimal)
}

/** A wire amount ready to send: no trailing point, no empty text. Undefined when nothing was entered. */
export function wireAmount(typed: string): string | undefined {
  const text = typed.endsWith('.') ? typed.slice(0, -1) : typed
  return /^\d+(\.\d+)?$/.test(text) && /[1-9]/.test(text) ? text : undefined
}
