/** Splits digits into groups of four, each with its position. */
export function foursOf(digits: string): { at: number; digits: string }[] {
  return [...digits.matchAll(/.{1,4}/g)].map((group) => ({ at: group.index, digits: group[0] }))
}
