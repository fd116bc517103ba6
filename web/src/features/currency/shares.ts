const fractionOf = (text: string) => text.split('.')[1] ?? ''

/** The share of a part in thousandths; 0 if the whole is 0. */
export function shareOf(part: string, whole: string): number {
  const scale = Math.max(fractionOf(part).length, fractionOf(whole).length)
  const units = (text: string) => BigInt((text.split('.')[0] ?? '') + fractionOf(text).padEnd(scale, '0'))
  const [some, all] = [units(part), units(whole)]
  return all > 0n ? Number((some * 1000n) / all) : 0
}

/** The share in percent with one decimal; `undefined` if the whole is 0. */
export function percentOf(part: string, whole: string): string | undefined {
  if (!/[1-9]/.test(whole)) return undefined
  const share = shareOf(part, whole)
  return `${Math.floor(share / 10)}.${share % 10}`
}
