import { useSyncExternalStore } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { send } from '../../api/send'
import { isFinal } from '../../domain/isFinal'
import type { Launch } from './launch'

type Places = Pick<Launch, 'returnUrl' | 'returnFailUrl' | 'externalTransactionId'>

/** The partner's address for a transaction that has ended; `undefined` before its end, or without an address. */
export function wayBackOf(places: Places, { id, status }: Pick<Transaction, 'id' | 'status'>): string | undefined {
  const place = status === 'DONE' ? places.returnUrl : (places.returnFailUrl ?? places.returnUrl)
  if (!place || !isFinal(status)) return undefined
  const url = new URL(place)
  url.searchParams.set('transactionId', id)
  url.searchParams.set('status', status)
  if (places.externalTransactionId) url.searchParams.set('externalTransactionId', places.externalTransactionId)
  return url.href
}

/**
 * The same address with a statement that the partner's server verifies offline. Without one, such as in the preview, it
 * is the address itself.
 */
export async function signedWayBack(transaction_id: string, return_url: string): Promise<string> {
  const body = JSON.stringify({ transaction_id, return_url })
  const url = new URL('/api/client/v1/return', location.origin)
  try {
    const answer = await send(
      new Request(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
    )
    return ((await answer.json()) as { url: string }).url
  } catch {
    return return_url
  }
}

let current: string | undefined
const listeners = new Set<() => void>()

export function setWayBack(address: string | undefined): void {
  current = address
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The address that leads back to the partner now. */
export const useWayBack = (): string | undefined => useSyncExternalStore(subscribe, () => current)
