export const CAMPAIGN_KEY = 'agio.campaign'
export const PROMO_KEY = 'agio.promocode'

/** Whether this browser keeps how somebody came. Small, because every start asks; what is kept is read in `campaign.ts`. */
export const came = {
  something: (): boolean => {
    try {
      return [CAMPAIGN_KEY, PROMO_KEY].some((key) => localStorage.getItem(key) !== null)
    } catch {
      return false
    }
  },
}
