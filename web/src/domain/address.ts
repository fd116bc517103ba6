/** Shortens an address or a hash. Keeps both ends, which people compare. */
export function shorten(text: string, head = 10, tail = 8): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}

/** An IBAN in groups of four, as printed by banks. A shortened IBAN keeps its ends. */
export function groupIban(iban: string): string {
  const groups = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ')
  return iban.replace(/\s/g, '').split('…').map(groups).join('…')
}

export type Group = { text: string; strong: boolean }

/**
 * An address in groups of four. The ends are emphasised, because people compare those first. An end has at least four
 * characters.
 */
export function addressGroups(address: string): Group[] {
  const texts = address.match(/.{1,4}/gsu) ?? []
  const last = (texts.at(-1)?.length ?? 0) < 4 ? 2 : 1
  return texts.map((text, at) => ({ text, strong: at === 0 || at >= texts.length - last }))
}
