export const CAMPAIGN_KEY = 'agio.campaign'
export const PROMO_KEY = 'agio.promocode'
/** The code that the exchange offers to use. It outlasts the sign-in. */
export const OFFERED_KEY = 'agio.promo-offered'

/**
 * Whether this browser stores a campaign or a promo code. Kept small because every start calls it; `campaign.ts` reads
 * the stored values.
 */
export const came = {
  something: (): boolean => {
    try {
      return [CAMPAIGN_KEY, PROMO_KEY].some((key) => localStorage.getItem(key) !== null)
    } catch {
      return false
    }
  },
}
