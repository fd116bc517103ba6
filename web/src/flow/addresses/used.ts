import type { Endpoint, Transaction } from '../../api/exchangeTypes'

export type UsedAddress = { value: string; memo: string | undefined }

/** More is a list to search through. */
const MOST = 3

/** The addresses that finished orders of this payway went to, the newest first, each once. */
export function usedAddresses(orders: readonly Transaction[], to: Endpoint): UsedAddress[] {
  const used = new Map<string, UsedAddress>()
  for (const { status, requisite, to: went } of orders) {
    const { kind, value, memo } = requisite ?? {}
    if (status !== 'DONE' || kind !== 'address' || !value || went.payway !== to.payway) continue
    const name = `${value}\n${memo ?? ''}`
    if (!used.has(name)) used.set(name, { value, memo })
  }
  return [...used.values()].slice(0, MOST)
}
