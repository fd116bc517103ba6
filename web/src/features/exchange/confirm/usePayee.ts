import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExchangeDraft, isWithoutDestination } from '../draft'
import { payeeQuery } from '../queries'
import { NOTHING_CHOSEN, type PayeeChoice, payeeStand } from './payee'

/** The payee check of the draft's account, and the customer's choice. */
export function usePayee(draft: ExchangeDraft) {
  const account = draft.requisite?.kind === 'iban' ? draft.requisite : undefined
  const answer = useQuery(payeeQuery(draft.to, account))
  const [choice, setChoice] = useState<PayeeChoice>(NOTHING_CHOSEN)
  const verdict = answer.isFetching ? undefined : answer.data
  const stand = payeeStand(draft.requisite, verdict, choice, isWithoutDestination(draft.payoutKind))
  const made = choice.of === verdict?.id ? choice : NOTHING_CHOSEN
  const set = (change: Partial<PayeeChoice>) => setChoice({ ...made, ...change, of: verdict?.id })
  return {
    account,
    verdict,
    stand,
    choice: made,
    error: answer.isFetching ? null : answer.error,
    choose: (name: 'suggested' | 'own') => set({ name, acknowledged: false }),
    acknowledge: (acknowledged: boolean) => set({ acknowledged }),
    ask: () => void answer.refetch(),
  }
}

export type Payee = ReturnType<typeof usePayee>
