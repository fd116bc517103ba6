const KEY = 'agio.onboarding'

/** Whether the slides for newcomers were shown in this browser. */
export const onboarded = {
  /** Without storage nobody is shown them unasked: they would come back every time. */
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
      // Then they were not shown unasked either.
    }
  },
}

/**
 * Where somebody goes who has accepted the terms. Only a newcomer who was on the way to no place of their own sees the
 * slides first: whoever came for an exchange is not held up.
 */
export function afterTerms(back: string | undefined, isNewcomer: boolean, seen: boolean): string {
  const home = back === undefined || back === '/cabinet'
  return home && isNewcomer && !seen ? '/onboarding' : (back ?? '/cabinet')
}
