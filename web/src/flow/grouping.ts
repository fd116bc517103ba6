/** How amounts are grouped for a reader's locale. What a person types is read in `amountInput`. */

export type Separators = { decimal: string; group: string }

/** The separators of a locale, read from the platform so that they match every other number on the page. */
export function separatorsOf(locale: string): Separators {
  const shown = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.8)
  const find = (type: string) => shown.find((part) => part.type === type)?.value
  return { decimal: find('decimal') ?? '.', group: find('group') ?? ',' }
}

/** "1234567.5" with groups, every digit kept; for the field when it is not being edited. */
export function grouped(wire: string, separators: Separators): string {
  const [whole = '', fraction] = wire.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, separators.group)
  return fraction === undefined ? groups : groups + separators.decimal + fraction
}

/** A quoted amount without the zeros that say nothing, but never under `least` decimals. */
export function trimZeros(wire: string, least = 2): string {
  const [whole = '', fraction] = wire.split('.')
  if (fraction === undefined) return wire
  const kept = fraction.replace(/0+$/, '').padEnd(Math.min(least, fraction.length), '0')
  return kept === '' ? whole : `${whole}.${kept}`
}
