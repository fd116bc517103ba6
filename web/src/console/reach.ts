import type { Me } from './api/queries'

/** What it takes to read a page of the console. Pages that are not here are for every operator. */
const NEEDS: Record<string, string> = {
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

/** Where somebody is who asks for `place`: there if their role reads it, else where their own work is; `/` for who has none. */
export function reached(me: Who, place: string): string {
  const page = `/${place.split('/')[1] ?? ''}`
  if (place !== '/' && reads(me, page)) return place
  return me.home ? `/${me.home}` : '/'
}
