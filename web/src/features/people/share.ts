/** How much of a limit is used, in whole percent; both are euro with two decimals. */
export function shareOf(used: string, limit: string): number {
  const [part, whole] = [used, limit].map((text) => BigInt(text.replace('.', ''))) as [bigint, bigint]
  if (whole === 0n) return 100
  return Math.min(100, Number((part * 100n) / whole))
}
