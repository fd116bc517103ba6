import type { Rules } from '../../api/rules'

export type Lifetimes = Rules['lifetimes']
export type Lifetime = keyof Lifetimes

const [MINUTE, DAY] = [60, 86_400] as const

/** The unit in which a lifetime is edited, and the bounds of the server in this unit. */
export const LIFETIMES: Record<Lifetime, { unit: 'minute' | 'day'; seconds: number; least: number; most: number }> = {
  card: { unit: 'minute', seconds: MINUTE, least: 1, most: 60 },
  code: { unit: 'minute', seconds: MINUTE, least: 1, most: 60 },
  crypto: { unit: 'minute', seconds: MINUTE, least: 5, most: 1_440 },
  iban: { unit: 'day', seconds: DAY, least: 1, most: 30 },
}

export const LIFETIME_NAMES = Object.keys(LIFETIMES) as Lifetime[]

export const isLifetime = (name: string): name is Lifetime => Object.hasOwn(LIFETIMES, name)

/** The number of units in a lifetime. */
export const unitsOf = (name: Lifetime, seconds: number): number => seconds / LIFETIMES[name].seconds

/** Whether a text is a permitted number of units. */
export function isUnits(name: Lifetime, text: string): boolean {
  const { least, most } = LIFETIMES[name]
  return /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most
}
