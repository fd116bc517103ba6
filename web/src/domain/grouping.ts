/** Digit grouping by locale. `amountInput` parses typed amounts. */

export type Separators = { decimal: string; group: string }

/** The separators of a locale, read from `Intl` to match all other numbers on the page. */
export function separatorsOf(locale: string): Separators {
  const shown = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1234567.8)
  const find = (type: string) => shown.find((part) => part.type === type)?.value
  return { decimal: find('decimal') ?? '.', group: find('group') ?? ',' }
}

/** The amount with groups and all digits, for the field while it is not being edited. */
export function grouped(wire: string, separators: Separators): string {
  const [whole = '', fraction] = wire.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, separators.group)
  return fraction === undefined ? groups : groups + separators.decimal + fraction
}

/** Removes trailing zeros, but keeps at least `least` decimals. */
export function trimZeros(wire: string, least = 2): string {
  const [whole = '', fraction] = wire.split('.')
  if (fraction === undefined) return wire
  const kept = fraction.replace(/0+$/, '').padEnd(Math.min(least, fraction.length), '0')
  return kept === '' ? whole : `${whole}.${kept}`
}
