/** How much of a limit is used, in whole percent; both are euro with two decimals. */
export function shareOf(used: string, limit: string): number {
  const [part, whole] = [used, limit].map((text) => BigInt(text.replace('.', ''))) as [bigint, bigint]
  if (whole === 0n) return 100
  return Math.min(100, Number((part * 100n) / whole))
}

/** From so many percent of a limit on, whoever looks at it is told. */
const NEAR = 80

/** Whether so much of a limit is used that it is worth a word; none of one that allows nothing is. */
export function isNear(used: string, limit: string | undefined): boolean {
  return limit !== undefined && !/^[0.]*$/.test(limit) && shareOf(used, limit) >= NEAR
}
