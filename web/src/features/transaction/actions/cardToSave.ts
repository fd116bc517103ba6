import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import type { CardInput } from '../../../domain/cardInput'
import { notify } from '../../../ui/toast'

type Paid = Pick<Transaction, 'version' | 'source'>

/** What the bank's answer means for a card that waits to be saved; `undefined` before the answer to this payment. */
export function verdictOn(transaction: Paid | undefined, since: number): 'save' | 'drop' | undefined {
  // The version before the payment has the answer to an earlier card.
  if (!transaction || transaction.version <= since) return undefined
  switch (transaction.source.instructions?.card?.state) {
    case 'challenge':
    case 'paid':
      return 'save'
    case 'declined':
      return 'drop'
    default:
      return undefined
  }
}

// Loaded lazily: most orders save no card.
async function save(client: QueryClient, card: CardInput): Promise<void> {
  const { saveCard, savedCardsQuery } = await import('../../../domain/savedCards')
  await saveCard(card)
  await client.invalidateQueries({ queryKey: savedCardsQuery.queryKey })
}

/** The entered card, until the bank has answered and it is saved or dropped. */
export function useCardToSave(transaction: Transaction | undefined) {
  const client = useQueryClient()
  const [kept, setKept] = useState<{ card: CardInput; since: number }>()
  const verdict = kept && verdictOn(transaction, kept.since)
  useEffect(() => {
    if (!kept || !verdict) return
    const done = () => setKept(undefined)
    if (verdict === 'drop') return done()
    save(client, kept.card)
      .catch((error: unknown) => notify.failed(error))
      .finally(done)
  }, [kept, verdict, client])
  return {
    isKept: kept !== undefined,
    keep: (card: CardInput | undefined) => setKept(card && transaction && { card, since: transaction.version }),
  }
}
