import { QueryClient, queryOptions } from '@tanstack/react-query'
import { isApiError } from '../../api/problem'
import { ask } from './ask'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type Session = Schemas['ConsoleSession']
export type Me = Schemas['Me']
export type Invitation = Schemas['InvitationInfo']
export type Customer = Schemas['CustomerInfo']
export type CustomerLine = Schemas['CustomerLine']
export type Personal = Schemas['CustomerPersonal']
export type TransactionLine = Schemas['TransactionLine']
export type MovementLine = Schemas['MovementLine']
export type Movement = Schemas['MovementInfo']
export type MovementParties = Schemas['MovementParties']
export type CustomerBalance = Schemas['CustomerBalance']
export type Picture = Schemas['PictureInfo']
export type HandedIn = Schemas['HandedInInfo']
export type Waiting = Schemas['WaitingInfo']
export type Proposal = Schemas['ProposalInfo']
export type Operator = Schemas['OperatorInfo']
export type Role = Schemas['RoleInfo']
export type LogLine = Schemas['LogLine']
export type Act = Schemas['ActInfo']
export type Page<T> = { data: T[]; next_cursor?: string; has_more: boolean }
export type List<T> = { data: T[] }

const MOST_RETRIES = 2

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (failed, error) =>
        navigator.onLine && failed < MOST_RETRIES && (!isApiError(error) || error.status === 0 || error.status >= 500),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => ask<Session>('session', { signal }),
})

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => ask<Customer>('customers/{id}', { params: { path: { id } }, signal }),
    // Each read is audited, so there is no automatic refetch.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const customerTransactionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id, 'transactions'],
    queryFn: ({ signal }) =>
      ask<Page<TransactionLine>>('customers/{id}/transactions', {
        params: { path: { id }, query: { limit: 20 } },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const customerBalancesQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id, 'balances'],
    queryFn: ({ signal }) =>
      ask<List<CustomerBalance>>('customers/{id}/balances', { params: { path: { id } }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const movementQuery = (id: string) =>
  queryOptions({
    queryKey: ['movement', id],
    queryFn: ({ signal }) => ask<Movement>('movements/{id}', { params: { path: { id } }, signal }),
    // Each read is audited: refetched only when the list shows a new version.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The list entry of one movement. It shows the version, and reading it is not audited. */
export const movementLineQuery = (id: string) =>
  queryOptions({
    queryKey: ['movements', 'line', id],
    queryFn: ({ signal }) => ask<Page<MovementLine>>('movements', { params: { query: { search: id } }, signal }),
  })

export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: ({ signal }) => ask<List<Waiting>>('verifications', { signal }),
})

export const proposalsQuery = (all: boolean) =>
  queryOptions({
    queryKey: ['proposals', all],
    queryFn: ({ signal }) => ask<Page<Proposal>>('proposals', { params: { query: { all } }, signal }),
  })

export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: ({ signal }) => ask<List<Operator>>('operators', { signal }),
})

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => ask<List<Role>>('roles', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const NEWEST = 6

/** The newest lines of the audit log, for the overview. */
export const newestLogQuery = queryOptions({
  queryKey: ['log', 'newest'],
  queryFn: ({ signal }) => ask<Page<LogLine>>('log', { params: { query: { limit: NEWEST } }, signal }),
})
