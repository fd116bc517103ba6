import type { PaywayInfo, PaywayPause } from '../../api/exchangeTypes'

/** A direction of money by a payway, seen from the platform. */
export type MoneyFlow = 'IN' | 'OUT'

const concerns = ({ flow }: PaywayPause, of: MoneyFlow): boolean => flow === 'BOTH' || flow === of

const isOver = ({ until }: PaywayPause, now: number): boolean => until !== undefined && Date.parse(until) <= now

/** The pauses of a payway in one direction that stand, or that the server announces. */
export function pausesOf(payway: PaywayInfo | undefined, flow: MoneyFlow, now: number): PaywayPause[] {
  return (payway?.pauses ?? []).filter((pause) => concerns(pause, flow) && !isOver(pause, now))
}

/** Whether the payway is off now. A planned window is not. */
export const isStanding = ({ from }: PaywayPause, now: number): boolean => Date.parse(from) <= now

/** The operator's words in a language; English stands in for a missing one. */
export const ownWords = ({ texts }: PaywayPause, locale: string): string | undefined => texts[locale] ?? texts.en
