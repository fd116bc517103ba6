/** The share of a part in thousandths; 0 if the whole is 0. Both decimals must have the same scale. */
export function shareOf(part: string, whole: string): number {
  const [some, all] = [part, whole].map((text) => BigInt(text.replace('.', '')))
  return some !== undefined && all !== undefined && all > 0n ? Number((some * 1000n) / all) : 0
}
