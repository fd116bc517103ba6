/** The only service that issues codes as payouts. Its name is a brand, the same in every language. */
export const CODE_ISSUER = 'WhiteBIT'
