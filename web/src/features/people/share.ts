/** The used share of a limit in whole percent. Both amounts have the decimals of one currency. */
export function shareOf(used: string, limit: string): number {
  const [part, whole] = [used, limit].map((text) => BigInt(text.replace('.', ''))) as [bigint, bigint]
  if (whole === 0n) return 100
  return Math.min(100, Number((part * 100n) / whole))
}

/** The percentage of a limit from which a warning is shown. */
const NEAR = 80

/** Whether the use of a limit is close to it. A limit of zero never is. */
export function isNear(used: string, limit: string | undefined): boolean {
  return limit !== undefined && !/^[0.]*$/.test(limit) && shareOf(used, limit) >= NEAR
}
