import { PROMO_KEY } from './came'

const NAME = 'promocode'
/** As the server keeps them; a code of another form would have the whole sign-in refused. */
const FORM = /^[\w-]{2,40}$/

/** The code that an address carries, as it can be handed on. */
export function promoOf(search: URLSearchParams): string | undefined {
  const code = search.get(NAME)?.trim()
  return code && FORM.test(code) ? code : undefined
}

/** A promo code that brought somebody here, kept until somebody has signed in. */
export const promo = {
  /** Takes it out of the address; whether there was any. The first that came stays. */
  capture: (address: URL): boolean => {
    const code = promoOf(address.searchParams)
    const there = address.searchParams.has(NAME)
    address.searchParams.delete(NAME)
    try {
      if (code && !localStorage.getItem(PROMO_KEY)) localStorage.setItem(PROMO_KEY, code)
    } catch {
      // Without storage a code is lost, and nothing else.
    }
    return there
  },
  /** What a sign-in adds to its address: nothing, or the code after `sign`. */
  query: (sign: '?' | '&'): string => {
    const code = read()
    return code ? `${sign}${NAME}=${code}` : ''
  },
  forget: (): void => {
    try {
      localStorage.removeItem(PROMO_KEY)
    } catch {
      // Nothing was kept either.
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
