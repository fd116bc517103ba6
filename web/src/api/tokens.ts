/**
 * Keeps the access token in memory, never in storage. The refresh token is an HTTP-only cookie. The session registers
 * `renew` and `refused`, so that this file does not depend on it.
 */
let access: string | undefined
let profile: string | undefined
let renewing: Promise<string | undefined> | undefined
let renewer: () => Promise<string | undefined> = async () => undefined
let doubter: () => void = () => undefined

export const tokens = {
  access: () => access,
  profile: () => profile,
  setAccess: (token: string | undefined) => {
    access = token
  },
  setProfile: (id: string | undefined) => {
    profile = id
  },
  onRenew: (next: () => Promise<string | undefined>) => {
    renewer = next
  },
  onRefused: (next: () => void) => {
    doubter = next
  },
  /** The server refused a request for this profile, which may have been closed elsewhere. */
  refused: (id: string | null) => {
    if (id !== null && id === profile) doubter()
  },
  /**
   * Returns a new access token in place of `used`, or `undefined` if the session has ended. Concurrent callers share
   * one renewal.
   */
  renew: (used: string | undefined): Promise<string | undefined> => {
    // Another call renewed the token between this request and its refusal.
    if (access !== undefined && access !== used) return Promise.resolve(access)
    renewing ??= renewer().finally(() => {
      renewing = undefined
    })
    return renewing
  },
}
