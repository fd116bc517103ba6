import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, RequisiteInput, Transaction } from '../../../api/exchangeTypes'
import { randomId } from '../../../api/ids'
import { asksSupport, isUnanswered } from '../../../domain/problem'
import { exchangeDraft } from '../draft'
import { attemptOf, refundOf } from './attempt'
import { isForbidden } from '../forbidden'
import { promoRefusal } from '../price/promoRefusal'
import { useRefusalWords } from '../price/useRefusalWords'
import { createOrder } from '../queries'
import { UNFINISHED_KEY } from '../kept/key'
import { isAboutAmount, stalePayee, staleQuote } from './orderErrors'

type Created = { onCreated: (transaction: Transaction) => void; onForbidden: () => void }

/** Refetches data that a refusal made stale. `order` retries after the travel-rule answers. */
type Again = { price: () => void; payee: () => void; order: () => void }

/**
 * Creates the order. The idempotency key is stored before the request, so that a lost response, a reload and a second
 * click all lead to one order.
 */
export function useCreateOrder(
  { onCreated, onForbidden }: Created,
  /** The end that pays. */
  from: Endpoint | undefined,
  ask: (error: unknown) => Promise<boolean>,
) {
  const client = useQueryClient()
  const words = useRefusalWords()
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
      const { preset } = exchangeDraft.get()
      const refund = from && refundOf(exchangeDraft.get(), from)
      const order = await createOrder(
        {
          quote_id: attempt.quoteId,
          ...(preset ? { preset_id: preset } : {}),
          ...(attempt.requisite ? { requisite: attempt.requisite } : {}),
          ...(refund ? { refund_to: { value: refund.value, ...(refund.memo ? { memo: refund.memo } : {}) } } : {}),
        },
        attempt.key,
      )
      client.setQueryData(['transaction', order.id], order)
      client.removeQueries({ queryKey: ['quote', 'firm'] })
      // The server has deleted the draft of this order.
      client.setQueryData(UNFINISHED_KEY, null)
      onCreated(order)
    } catch (error) {
      const lost = isUnanswered(error)
      setUnresolved(lost)
      // A refusal ends the attempt. Only a lost response keeps it, for a retry with the same key.
      if (!lost) exchangeDraft.set(({ attempt: _ended, ...now }) => now)
      // Stays busy until the other page is shown.
      if (isForbidden(error)) return onForbidden()
      if (await ask(error)) again.order()
      else setProblem({ text: words(error), asksSupport: asksSupport(error), isAboutAmount: isAboutAmount(error) })
      if (staleQuote(error)) again.price()
      // The next price is without the code. If it differs, the customer agrees to it first.
      if (promoRefusal(error)) exchangeDraft.set(({ quote: _quote, ...now }) => ({ ...now, promo: undefined }))
      if (stalePayee(error)) again.payee()
      // After a success, stays busy until the order's page is shown.
      setBusy(false)
    }
  }
  return { create, busy, problem, unresolved }
}
