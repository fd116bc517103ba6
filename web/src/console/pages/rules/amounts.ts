const AMOUNT = /^\d+(\.\d+)?$/
/** From 0 to 1. */
const SPREAD = /^(0(\.\d+)?|1(\.0+)?)$/

export const isAmount = (text: string): boolean => AMOUNT.test(text)

/** For an amount that may be left empty. */
export const isAmountOrNone = (text: string): boolean => text === '' || isAmount(text)

export const isSpread = (text: string): boolean => SPREAD.test(text)

/** The text of an amount field as the server reads it. "1,000" stays, and is no amount: it may be a thousand or one. */
export const wireText = (typed: string): string => typed.replace(/\s/g, '').replace(/^(0),|,(?!\d{3}$)/, '$1.')
