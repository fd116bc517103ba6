import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../domain/useDebounced'
import { ask } from '../api/ask'
import type { CustomerLine, Me, MovementLine, Page } from '../api/queries'
import type { NavLink } from '../frame/useLinks'
import { customerResults, lookupOf, movementResults, pagesNamed, type Result } from './results'

const REST_MS = 250
const LIMIT = 8

const searchQuery = <T>(path: string, search: string | undefined) =>
  queryOptions({
    queryKey: ['search', path, search],
    queryFn: ({ signal }) => ask<Page<T>>(path, { params: { query: { search, limit: LIMIT } }, signal }),
    enabled: search !== undefined,
    retry: false,
  })

/** The results for a typed text: transactions and customers of the API, then pages. */
export function useResults(text: string, me: Me, links: readonly NavLink[]) {
  const rested = useDebounced(text, REST_MS)
  const may = (permission: string) => me.permissions.includes(permission)
  const orders = may('orders.read')
  const lookup = lookupOf(rested, { orders, customers: may('customers.read'), personal: may('personal.read') })
  const movements = useQuery(searchQuery<MovementLine>('movements', lookup.movement))
  const customers = useQuery(searchQuery<CustomerLine>('customers', lookup.customer))
  const asked = lookup.movement ? movements : lookup.customer ? customers : undefined
  const results: Result[] = [
    ...(lookup.movement ? movementResults(movements.data?.data ?? []) : []),
    ...(lookup.customer ? customerResults(customers.data?.data ?? [], orders) : []),
    ...pagesNamed(text, links),
  ]
  return {
    results,
    error: asked?.error,
    isBusy: text !== rested || (asked?.isFetching ?? false),
    isAsked: Boolean(asked),
  }
}
