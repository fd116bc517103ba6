import type { RulesDifference } from '../../api/rules'

/** What kind of value a difference has. */
export type DifferenceValue =
  | { kind: 'amount'; amount: string; currency: string }
  | { kind: 'percent'; percent: string }
  | { kind: 'flag'; isOn: boolean }
  | { kind: 'text'; text: string }

const MILLIONTHS = 4

/** "12500" millionths are "1.25" percent. */
export function percentOfPpm(ppm: string): string {
  const digits = ppm.padStart(MILLIONTHS + 1, '0')
  const whole = digits.slice(0, -MILLIONTHS)
  const part = digits.slice(-MILLIONTHS).replace(/0+$/, '')
  return part ? `${whole}.${part}` : whole
}

/** Reads a value of a policy document by its form and its name. */
export function readValue({ path }: Pick<RulesDifference, 'path'>, text: string): DifferenceValue {
  const name = path.at(-1) ?? ''
  const [, amount, currency] = /^(-?\d+(?:\.\d+)?) ([A-Za-z0-9]+)$/.exec(text) ?? []
  if (amount && currency) return { kind: 'amount', amount, currency }
  if (name.endsWith('_ppm') && /^\d+$/.test(text)) return { kind: 'percent', percent: percentOfPpm(text) }
  if (text === 'true' || text === 'false') return { kind: 'flag', isOn: text === 'true' }
  return { kind: 'text', text }
}
