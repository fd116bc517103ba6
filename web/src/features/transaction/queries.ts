import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { Transaction, TransactionStatus } from '../../api/exchangeTypes'
import type { components } from '../../api/schema.gen'
import type { ActionChoice } from './actions/ActionDialog'
import { isFinal } from '../../domain/isFinal'

const OFTEN_MS = 3000

/** One order, updated by socket events. Polled often if the socket is not connected (`live`). */
export const transactionQuery = (id: string, live: boolean) =>
  queryOptions({
    queryKey: ['transaction', id],
    queryFn: async ({ signal }): Promise<Transaction> => {
      const { data } = await client.GET('/api/client/v1/transactions/{id}', { params: { path: { id } }, signal })
      return data
    },
    // Specification, "States and transitions": active transactions are polled every 3 seconds.
    refetchInterval: (query) => {
      const known = query.state.data
      if (known && isFinal(known.status)) return false
      return live ? 10 * OFTEN_MS : OFTEN_MS
    },
    // Ignores a response that is older than the cached version.
    structuralSharing: (before, after) => newest(before as Transaction | undefined, after as Transaction),
  })

function newest(before: Transaction | undefined, after: Transaction): Transaction {
  return before && before.id === after.id && before.version > after.version ? before : after
}

/** What each choice about the held money brings and costs. It is asked again with every version of the transaction. */
export const choicesQuery = ({ id, version }: Pick<Transaction, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['transaction', id, 'choices', version],
    // The network fee moves with the rates.
    refetchInterval: 5 * OFTEN_MS,
    queryFn: async ({ signal }) =>
      (await client.GET('/api/client/v1/transactions/{id}/choices', { params: { path: { id } }, signal })).data.data,
  })

/** Objects to a hold. */
export async function appeal(id: string, text: string, key: string): Promise<Transaction> {
  const { data } = await client.POST('/api/client/v1/transactions/{id}/appeal', { params: at(id, key), body: { text } })
  return data
}

/** Writes the response of an action to the cache, unless the cache is newer. */
export function writeTransaction(queries: QueryClient, next: Transaction): void {
  queries.setQueryData<Transaction>(['transaction', next.id], (before) => newest(before, next))
  void queries.invalidateQueries({ queryKey: ['transactions'] })
}

const OPEN: TransactionStatus[] = ['NEW', 'WAIT', 'PROCESSING', 'ACTION_REQUIRED', 'MANUAL']

/** Running orders, newest first. One page is more than any customer has. */
export const openTransactionsQuery = queryOptions({
  queryKey: ['transactions', 'open'],
  queryFn: async ({ signal }): Promise<Transaction[]> => {
    const query = { status: OPEN, limit: 20 }
    const { data } = await client.GET('/api/client/v1/transactions', { params: { query }, signal })
    return data.data
  },
})

const at = (id: string, key: string) => ({ path: { id }, header: { 'Idempotency-Key': key } })

export async function cancelOrder(id: string, key: string): Promise<Transaction> {
  const { data } = await client.POST('/api/client/v1/transactions/{id}/cancel', { params: at(id, key) })
  return data
}

/** Chooses a resolution of what arrived: refund, deposit to balance, or exchange. */
export async function choose(id: string, choice: ActionChoice, key: string): Promise<Transaction> {
  const params = at(id, key)
  switch (choice.option) {
    case 'refund': {
      const { requisite, cost } = choice
      const body = requisite ? { requisite, ...(cost === undefined ? {} : { cost }) } : {}
      return (await client.POST('/api/client/v1/transactions/{id}/refund', { params, body })).data
    }
    case 'deposit':
      return (await client.POST('/api/client/v1/transactions/{id}/deposit', { params })).data
    case 'update_amount':
      return (await client.POST('/api/client/v1/transactions/{id}/update-amount', { params })).data
  }
}

type CodePaymentBody = components['schemas']['PayByCode']

export async function payByCode(id: string, body: CodePaymentBody, key: string): Promise<Transaction> {
  const { data } = await client.POST('/api/client/v1/transactions/{id}/payment/code', { params: at(id, key), body })
  return data
}

export type CardPaymentBody = components['schemas']['PayByCard']

export async function payByCard(id: string, body: CardPaymentBody, key: string): Promise<Transaction> {
  const { thisDevice } = await import('../../domain/deviceInfo')
  const asked = { ...body, device: thisDevice() }
  const { data } = await client.POST('/api/client/v1/transactions/{id}/payment/card', {
    params: at(id, key),
    body: asked,
  })
  return data
}
