/** The most digits of a rate before the decimal point: far above any network's maximum. */
const RATE = /^(\d{1,7})(?:[.,](\d{1,3}))?$/

/** The fee rate that was typed in units per virtual byte, in units per 1000; `undefined` if it is none. */
export function rateOf(text: string): number | undefined {
  const [, whole, part = ''] = RATE.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  return Number(whole) * 1000 + Number(part.padEnd(3, '0')) || undefined
}

/** A fee rate of units per 1000 virtual bytes, in units per virtual byte. */
export function rateText(rate: number, locale: string): string {
  const whole = Math.floor(rate / 1000)
  const part = String(rate % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const mark = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return part ? `${whole}${mark}${part}` : String(whole)
}

/** What a transaction of this size costs more at `rate` than its present fee, in the smallest units. */
export function extraAtoms({ rate, vbytes }: { rate: number; vbytes: number }, fee: string): bigint {
  const next = (BigInt(rate) * BigInt(vbytes) + 999n) / 1000n
  return next - BigInt(fee.replace('.', ''))
}
