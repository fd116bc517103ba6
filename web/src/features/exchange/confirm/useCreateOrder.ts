import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequisiteInput, Transaction } from '../../../api/exchangeTypes'
import { randomId } from '../../../api/ids'
import { asksSupport, isUnanswered } from '../../../flow/problem'
import { useProblemWords } from '../../../flow/useProblemWords'
import { attemptOf, exchangeDraft } from '../draft'
import { isForbidden } from '../forbidden'
import { createOrder } from '../queries'
import { isAboutAmount, stalePayee, staleQuote } from './orderErrors'

type Created = { onCreated: (transaction: Transaction) => void; onForbidden: () => void }

/** Asks for what a refusal made old; `order` makes it once more, when what it was refused for has been told. */
type Again = { price: () => void; payee: () => void; order: () => void }

/**
 * Makes the order. The key belongs to the attempt and is stored before anything is sent, so that a lost answer, a
 * refresh and a second press all end in one order.
 */
export function useCreateOrder({ onCreated, onForbidden }: Created, ask: (error: unknown) => Promise<boolean>) {
  const client = useQueryClient()
  const words = useProblemWords()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; asksSupport: boolean; isAboutAmount: boolean }>()
  const [unresolved, setUnresolved] = useState(() => exchangeDraft.get().attempt !== undefined)

  const create = async (quoteId: string, agreed: RequisiteInput | undefined, again: Again) => {
    const attempt = attemptOf(exchangeDraft.get(), quoteId, agreed, randomId)
    if (busy || !attempt) return
    exchangeDraft.set((now) => ({ ...now, attempt }))
    setBusy(true)
    setProblem(undefined)
    try {
      const order = await createOrder(
        { quote_id: attempt.quoteId, ...(attempt.requisite ? { requisite: attempt.requisite } : {}) },
        attempt.key,
      )
      client.setQueryData(['transaction', order.id], order)
      client.removeQueries({ queryKey: ['quote', 'firm'] })
      onCreated(order)
    } catch (error) {
      const lost = isUnanswered(error)
      setUnresolved(lost)
      // A clear refusal ends the attempt; only a lost answer keeps it, to be asked again with the same key.
      if (!lost) exchangeDraft.set(({ attempt: _ended, ...now }) => now)
      // Busy until the page that says so stands.
      if (isForbidden(error)) return onForbidden()
      if (await ask(error)) again.order()
      else setProblem({ text: words(error), asksSupport: asksSupport(error), isAboutAmount: isAboutAmount(error) })
      if (staleQuote(error)) again.price()
      if (stalePayee(error)) again.payee()
      // Not after a success: the page stays as it is until the order's own stands.
      setBusy(false)
    }
  }
  return { create, busy, problem, unresolved }
}
