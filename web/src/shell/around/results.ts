import type { Transaction } from '../../api/exchangeTypes'
import { queries } from '../../router'
import { type Feel, feelOf } from './feel'

/** Calls `feel` for each new status of a transaction that is a result. */
export function followResults(feel: (what: Feel) => void): void {
  const known = new Map<string, Transaction['status']>()
  queries.getQueryCache().subscribe(({ query }) => {
    const [name, id, ...more] = query.queryKey
    if (name !== 'transaction' || typeof id !== 'string' || more.length > 0) return
    const { status } = (query.state.data ?? {}) as Partial<Transaction>
    if (!status) return
    const what = feelOf(known.get(id), status)
    known.set(id, status)
    if (what) feel(what)
  })
}
