/** One end of an exchange that the page around fixed. */
export type FixedEnd = { currency?: string; payway?: string }

/** What the page around a widget decides for the app (specification, section 3). Empty outside a widget. */
export type Around = {
  /** Ends that the customer cannot change. */
  from?: FixedEnd
  to?: FixedEnd
  /** The customer cannot turn the exchange into another kind. */
  isSideFixed?: boolean
  isAmountLocked?: boolean
  email?: string
  isEmailLocked?: boolean
}

export const around: Around = {}

/** Whether an end is one that the page around allows. */
export const isWithin = (fixed: FixedEnd | undefined, end: { currency: string; payway: string }): boolean =>
  (fixed?.currency ?? end.currency) === end.currency && (fixed?.payway ?? end.payway) === end.payway
