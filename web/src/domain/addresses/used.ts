import type { Endpoint, Transaction } from '../../api/exchangeTypes'
import { type SavedRequisite, savedAt } from '../savedRequisites'

export type UsedAddress = { value: string; memo: string | undefined }

/** A longer list would need a search. */
const MOST = 3

/** The destination addresses of completed orders on this payway, newest first, without duplicates and saved ones. */
export function usedAddresses(
  orders: readonly Transaction[],
  to: Endpoint,
  saved: readonly SavedRequisite[] = [],
): UsedAddress[] {
  const used = new Map<string, UsedAddress>()
  for (const { status, requisite, to: went } of orders) {
    const { kind, value, memo } = requisite ?? {}
    if (status !== 'DONE' || kind !== 'address' || !value || went.payway !== to.payway) continue
    if (savedAt(saved, to, { kind, value, memo })) continue
    const name = `${value}\n${memo ?? ''}`
    if (!used.has(name)) used.set(name, { value, memo })
  }
  return [...used.values()].slice(0, MOST)
}
