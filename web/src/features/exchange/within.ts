import type { FixedEnd } from '../../host/adapter'

/** Whether an end is one that the page around allows. */
export const isWithin = (fixed: FixedEnd | undefined, end: { currency: string; payway: string }): boolean =>
  (fixed?.currency ?? end.currency) === end.currency && (fixed?.payway ?? end.payway) === end.payway
