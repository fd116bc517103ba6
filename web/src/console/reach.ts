import type { Me } from './api/queries'

/** The permission required by a page. Pages that are not listed are open to every operator. */
const NEEDS: Record<string, string> = {
  '/movements': 'orders.read',
  '/work': 'orders.read',
  '/customers': 'customers.read',
  '/verification': 'verifications.read',
  '/operators': 'operators.read',
  '/log': 'acts.read',
}

type Who = Pick<Me, 'home' | 'permissions'>

/** Whether an operator may read a page. */
export const reads = (me: Who, page: string): boolean => {
  const needed = NEEDS[page]
  return !needed || me.permissions.includes(needed)
}

/**
 * Returns the page for `place`: the start page is the home of the operator's role. A page without permission shows its
 * own notice.
 */
export function reached(me: Pick<Me, 'home'>, place: string): string {
  return place === '/' && me.home ? `/${me.home}` : place
}
