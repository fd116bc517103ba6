import type { Me } from './api/queries'

/** The permission required by a page. Pages that are not listed are open to every operator. */
const NEEDS: Record<string, string> = {
  '/movements': 'orders.read',
  '/work': 'orders.read',
  '/customers': 'customers.read',
  '/verification': 'verifications.read',
  '/support': 'support.read',
  '/partners': 'customers.read',
  '/referrals': 'customers.read',
  '/operators': 'operators.read',
  '/bank': 'treasury.read',
  '/connections': 'treasury.read',
  '/rates': 'orders.read',
  '/rules': 'policies.read',
  '/campaigns': 'policies.read',
  '/farm': 'policies.read',
  '/content': 'content.read',
  '/messages': 'orders.read',
  '/ledger': 'ledger.read',
  '/log': 'acts.read',
}

/** Whether an operator may read a page. */
export const reads = (me: Pick<Me, 'permissions'>, page: string): boolean => {
  const needed = NEEDS[page]
  return !needed || me.permissions.includes(needed)
}

/** Whether an operator sees who paid: in the entries of the bank's statements and in their files. */
export const seesEntries = (me: Pick<Me, 'permissions'>): boolean =>
  me.permissions.includes('treasury.write') || me.permissions.includes('treasury.approve')
