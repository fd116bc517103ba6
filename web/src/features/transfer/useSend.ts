import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomId } from '../../api/ids'
import type { Quote, Transaction } from '../../api/exchangeTypes'
import { asksSupport, isUnanswered } from '../../domain/problem'
import { useProblemWords } from '../../domain/useProblemWords'
import { transferDraft } from './draft'
import { firmTransfer, sendTransfer } from './queries'

/** The remaining validity, in milliseconds, below which a quote is not used, because the request takes time. */
const SPARE_MS = 3_000

/** Sends the transfer once: an attempt keeps its quote and key until its result is known. */
export function useSend(onSent: (transfer: Transaction) => void) {
  const client = useQueryClient()
  const words = useProblemWords()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; asksSupport: boolean }>()
  const [unresolved, setUnresolved] = useState(() => transferDraft.get().attempt !== undefined)

  const send = async (quote: Quote | undefined) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const draft = transferDraft.get()
      const attempt = draft.attempt ?? { quoteId: await fresh(quote), key: randomId() }
      transferDraft.set((now) => ({ ...now, attempt }))
      const transfer = await sendTransfer(draft, attempt)
      client.setQueryData(['transaction', transfer.id], transfer)
      void client.invalidateQueries({ queryKey: ['balances'] })
      onSent(transfer)
    } catch (error) {
      const lost = transferDraft.get().attempt !== undefined && isUnanswered(error)
      setUnresolved(lost)
      if (!lost) transferDraft.set(({ attempt: _ended, ...now }) => now)
      setProblem({ text: words(error), asksSupport: asksSupport(error) })
      setBusy(false)
    }
  }
  return { send, busy, problem, unresolved }
}

/** A valid quote: the given one or a new one. The price of a transfer does not depend on the time. */
async function fresh(quote: Quote | undefined): Promise<string> {
  if (quote && Date.parse(quote.expires_at) - Date.now() > SPARE_MS) return quote.id
  return (await firmTransfer(transferDraft.get())).id
}
