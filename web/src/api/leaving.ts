const KEY = 'agio.leave'

/** That the person has signed out of this browser and the server does not know yet. Every tab and the next load see it. */
export const leaving = {
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
      // Without storage, the server is told now or not at all.
    }
  },
  forget: (): void => {
    try {
      localStorage.removeItem(KEY)
    } catch {
      // Nothing was kept either.
    }
  },
}
