/**
 * What a person types or pastes into an amount field, and what the field shows back.
 * The wire form is always plain digits with a point; the screen follows the reader's locale.
 */

export type Separators = { decimal: string; group: string }

/** The separators of a locale, read from the platform so that they match every other number on the page. */
export function separatorsOf(locale: string): Separators {
  const shown = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.8)
  const find = (type: string) => shown.find((part) => part.type === type)?.value
  return { decimal: find('decimal') ?? '.', group: find('group') ?? ',' }
}

/** Typed text that may become an amount: `wire` is '' while there is nothing to send yet. */
export type Typed = { wire: string }

/**
 * Reads typed or pasted text. Spaces and apostrophes never matter; a comma or a point is the decimal
 * separator unless the text is clearly grouped in this locale ("1,234" in English, "1.234,5" in German).
 * Returns undefined for text that can never become an amount, so that the field refuses the keystroke.
 */
export function readAmount(text: string, scale: number, separators: Separators): Typed | undefined {
  const bare = ungroup(text.replace(/[\s\u00a0\u202f'’_]/g, ''), separators)
  if (bare === '') return { wire: '' }
  const match = /^(\d*)(?:[.,](\d*))?$/.exec(bare)
  if (!match) return undefined
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = match[2]
  // 27 digits is past every limit of the catalogue; longer text is a paste of something else.
  if (whole.length > 27) return undefined
  if (fraction === undefined) return { wire: whole }
  return { wire: cutTo(`${whole}.${fraction}`, scale) }
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
  // Both marks present: the last one is the decimal.
  if (text.includes(other)) return text.split(other).join('')
  const grouped = new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`)
  const repeated = text.indexOf(mark) !== last
  if ((repeated || mark === separators.group) && grouped.test(text)) return text.split(mark).join('')
  return text
}

/** "1234.50" as this locale writes it while it is being edited: no groups, the locale's decimal mark. */
export function editable(wire: string, separators: Separators): string {
  return wire.replace('.', separators.decimal)
}

/** "1234567.5" with groups, every digit kept; for the field when it is not being edited. */
export function grouped(wire: string, separators: Separators): string {
  const [whole = '', fraction] = wire.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, separators.group)
  return fraction === undefined ? groups : groups + separators.decimal + fraction
}

/** A wire amount ready to send: no trailing point, no empty text. Undefined when nothing was entered. */
export function wireAmount(typed: string): string | undefined {
  const text = typed.endsWith('.') ? typed.slice(0, -1) : typed
  return /^\d+(\.\d+)?$/.test(text) && /[1-9]/.test(text) ? text : undefined
}

/** A quoted amount without the zeros that say nothing, but never under `least` decimals. */
export function trimZeros(wire: string, least = 2): string {
  const [whole = '', fraction] = wire.split('.')
  if (fraction === undefined) return wire
  const kept = fraction.replace(/0+$/, '').padEnd(Math.min(least, fraction.length), '0')
  return kept === '' ? whole : `${whole}.${kept}`
}
