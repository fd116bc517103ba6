/** How much of the whole the part is, in thousandths; of nothing it is nothing. Decimals of one currency have one scale. */
export function shareOf(part: string, whole: string): number {
  const [some, all] = [part, whole].map((text) => BigInt(text.replace('.', '')))
  return some !== undefined && all !== undefined && all > 0n ? Number((some * 1000n) / all) : 0
}
