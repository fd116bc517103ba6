import { OFFERED_KEY, PROMO_KEY } from './came'

const NAME = 'promocode'
/** The short name in links that are given to customers. */
const SHORT = 'promo'
/** The server's format. An invalid code would make the server reject the whole sign-in. */
const FORM = /^[\w-]{2,40}$/

/** Reads the promo code of an address, if it is valid. */
export function promoOf(search: URLSearchParams): string | undefined {
  const code = (search.get(NAME) ?? search.get(SHORT))?.trim()
  return code && FORM.test(code) ? code : undefined
}

/** The promo code of the first visit, stored until the sign-in. */
export const promo = {
  /**
   * Moves the code from the address into storage; the first code takes precedence. Returns whether the address had the
   * parameter.
   */
  capture: (address: URL): boolean => {
    const code = promoOf(address.searchParams)
    const there = [NAME, SHORT].some((name) => address.searchParams.has(name))
    for (const name of [NAME, SHORT]) address.searchParams.delete(name)
    try {
      if (code && !localStorage.getItem(PROMO_KEY)) localStorage.setItem(PROMO_KEY, code)
      // The newest link is the one whose discount the customer expects.
      if (code) localStorage.setItem(OFFERED_KEY, code)
    } catch {
      // Without storage only the code is lost.
    }
    return there
  },
  /** The query parameter of a sign-in, beginning with `sign`. Empty without a code. */
  query: (sign: '?' | '&'): string => {
    const code = read()
    return code ? `${sign}${NAME}=${code}` : ''
  },
  forget: (): void => {
    try {
      localStorage.removeItem(PROMO_KEY)
    } catch {
      // Without storage there is nothing to remove.
    }
  },
}

function read(): string | undefined {
  try {
    return localStorage.getItem(PROMO_KEY) ?? undefined
  } catch {
    return undefined
  }
}
