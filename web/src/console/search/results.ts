import type { CustomerLine, MovementLine } from '../api/queries'
import type { NavLink } from '../frame/useLinks'
import { readTyped } from '../pages/movements/filter'

/** One result of the search: a page, a transaction, a customer, or a customer's transactions. */
export type Result =
  | { kind: 'page'; to: string; link: NavLink }
  | { kind: 'movement'; to: string; line: MovementLine }
  | { kind: 'customer'; to: string; customer: CustomerLine }
  | { kind: 'orders'; to: string; customer: CustomerLine }

type Reach = { customers: boolean; orders: boolean; personal: boolean }

/** The minimum length of an address's beginning that the API accepts. */
const PREFIX_MIN = 3

/** What to ask the API for a typed text. A role without access to addresses must name the whole one. */
export function lookupOf(text: string, reach: Reach): { movement?: string; customer?: string } {
  const { kind, value } = readTyped(text)
  if (kind === 'movement') return reach.orders ? { movement: value } : {}
  if (!reach.customers) return {}
  if (kind === 'customer') return { customer: value }
  const isWhole = /^\S+@\S+\.\S+$/.test(value)
  return isWhole || (reach.personal && value.length >= PREFIX_MIN) ? { customer: value } : {}
}

/** The pages whose name contains the text, or all of them for an empty text. */
export function pagesNamed(text: string, links: readonly NavLink[]): Result[] {
  const typed = text.trim().toLowerCase()
  return links
    .filter(({ label }) => label.toLowerCase().includes(typed))
    .map((link) => ({ kind: 'page', to: link.to, link }))
}

export const movementResults = (lines: readonly MovementLine[]): Result[] =>
  lines.map((line) => ({ kind: 'movement', to: `/movements/${line.id}`, line }))

/** Customers, and the transactions of the first one. */
export function customerResults(customers: readonly CustomerLine[], orders: boolean): Result[] {
  const found: Result[] = customers.map((customer) => ({ kind: 'customer', to: `/customers/${customer.id}`, customer }))
  const [only] = customers
  if (only && customers.length === 1 && orders)
    found.push({ kind: 'orders', to: `/movements?customer=${only.id}`, customer: only })
  return found
}
