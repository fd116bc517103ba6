const KEY = 'agio.leave'

/** Stores a sign-out that the server does not know of yet. All tabs and the next page load read it. */
export const pendingSignOut = {
  kept: (): boolean => {
    try {
      return localStorage.getItem(KEY) !== null
    } catch {
      return false
    }
  },
  keep: (): void => {
    try {
      localStorage.setItem(KEY, '1')
    } catch {
      // Without storage the sign-out cannot be retried later.
    }
  },
  forget: (): void => {
    try {
      localStorage.removeItem(KEY)
    } catch {
      // Without storage there is nothing to remove.
    }
  },
}
