const NAME = 'ref'
/** The server's format. */
const FORM = /^[2-9A-HJKMNP-Z]{8}$/
/** For how long a browser remembers whose link it followed. */
const KEPT_MS = 30 * 86_400_000

/** The code of a friend's link as it is stored, and when the link was followed. */
export type KeptReferral = { referral_code?: string | undefined; referral_at?: number | undefined }

/** The code of a friend's link. */
export const referral = {
  /** Removes the code from an address. Returns whether the address had the parameter, and the code if it is valid. */
  take: (address: URL): { isThere: boolean; code: string | undefined } => {
    const isThere = address.searchParams.has(NAME)
    const code = address.searchParams.get(NAME)?.trim().toUpperCase()
    address.searchParams.delete(NAME)
    return { isThere, code: code && FORM.test(code) ? code : undefined }
  },
  /** Whether a stored code still counts. */
  isValid: ({ referral_code, referral_at }: KeptReferral, now = Date.now()): boolean =>
    referral_code !== undefined && referral_at !== undefined && now - referral_at < KEPT_MS,
}
