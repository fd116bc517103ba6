import type { Me } from './api/queries'

/** What it takes to read a page of the console. Pages that are not here are for every operator. */
const NEEDS: Record<string, string> = {
  '/movements': 'orders.read',
  '/work': 'orders.read',
  '/customers': 'customers.read',
  '/verification': 'verifications.read',
  '/operators': 'operators.read',
  '/log': 'acts.read',
}

type Who = Pick<Me, 'home' | 'permissions'>

/** Whether a role reads a page. */
export const reads = (me: Who, page: string): boolean => {
  const needed = NEEDS[page]
  return !needed || me.permissions.includes(needed)
}

/** Where somebody is who asks for `place`: the start is where their own work is. A page that they cannot read says so itself. */
export function reached(me: Pick<Me, 'home'>, place: string): string {
  return place === '/' && me.home ? `/${me.home}` : place
}
