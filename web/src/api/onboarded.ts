const KEY = 'agio.onboarding'

/** Whether this browser has shown the introduction slides. */
export const onboarded = {
  /** Returns `true` without storage: otherwise the slides would be shown on every visit. */
  kept: (): boolean => {
    try {
      return localStorage.getItem(KEY) !== null
    } catch {
      return true
    }
  },
  keep: (): void => {
    try {
      localStorage.setItem(KEY, '1')
    } catch {
      // Without storage the slides are not shown automatically.
    }
  },
}

/** Returns the page after the terms. A new customer sees the slides first, unless they came for a particular page. */
export function afterTerms(back: string | undefined, isNewcomer: boolean, seen: boolean): string {
  const home = back === undefined || back === '/cabinet'
  return home && isNewcomer && !seen ? '/onboarding' : (back ?? '/cabinet')
}
