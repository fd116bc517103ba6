/** The services that issue codes, by payway. Their names are brands, the same in every language. */
const ISSUERS: Readonly<Record<string, string>> = { whitebit: 'WhiteBIT' }

/** The service that issued the code of a payout. */
export const issuerOf = (payway: string): string => ISSUERS[payway] ?? payway
