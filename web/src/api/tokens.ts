/**
 * Where the access token lives: in memory, never in storage. The refresh token is the server's own cookie.
 * `renew` and `refused` are set by the session, so that this file knows nothing of it.
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
  /** A request was refused that was sent for this profile: it may have been closed elsewhere. */
  refused: (id: string | null) => {
    if (id !== null && id === profile) doubter()
  },
  /** A new access token in place of `used`; undefined when the session is over. Many callers share one renewal. */
  renew: (used: string | undefined): Promise<string | undefined> => {
    // Somebody renewed between this request's sending and its refusal.
    if (access !== undefined && access !== used) return Promise.resolve(access)
    renewing ??= renewer().finally(() => {
      renewing = undefined
    })
    return renewing
  },
}
