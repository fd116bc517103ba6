import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../../api/client'
import { OFFERED_KEY } from '../../../api/came'
import type { QuoteRequest } from '../../../api/exchangeTypes'
import { changeTerms, exchangeDraft } from '../draft'
import type { ExchangeForm } from '../start/useExchangeForm'
import { promoRefusal } from './promoRefusal'
import { useRefusalWords } from './useRefusalWords'

/** The code of a link that the customer came by. It is offered once. */
function takeOffered(): string | undefined {
  try {
    const code = localStorage.getItem(OFFERED_KEY) ?? undefined
    localStorage.removeItem(OFFERED_KEY)
    return code
  } catch {
    return undefined
  }
}

const keep = (promo: string | undefined) => exchangeDraft.set((now) => changeTerms(now, { promo }))

/** The promo code of the form: the server returns the discount, and a refusal changes nothing else. */
export function usePromo({ draft, ends, amounts, quoted }: ExchangeForm) {
  const [problem, setProblem] = useState<unknown>()
  const words = useRefusalWords()
  const amount = amounts[draft.fixed]
  const { from, to } = ends
  const apply = useMutation({
    mutationFn: async (code: string) => {
      if (!from || !to || !amount) return undefined
      const body: QuoteRequest = {
        from_currency: from.currency,
        from_payway: from.payway,
        to_currency: to.currency,
        to_payway: to.payway,
        ...(draft.fixed === 'from' ? { from_amount: amount } : { to_amount: amount }),
        firm: false,
        promo_code: code,
      }
      return (await client.POST('/api/client/v1/quotes', { body })).data
    },
    onMutate: () => setProblem(undefined),
    onSuccess: (quote, code) => keep(quote?.promo_code ?? code),
    onError: setProblem,
  })
  const { mutate } = apply

  const isReady = Boolean(from && to && amount)
  const asked = useRef(false)
  useEffect(() => {
    if (!isReady || asked.current || draft.promo) return
    asked.current = true
    const offered = takeOffered()
    if (offered) mutate(offered)
  }, [isReady, draft.promo, mutate])

  // Another amount or payment method, or the end of the campaign: the price without the code takes its place.
  const refused = draft.promo ? promoRefusal(quoted.error) : undefined
  useEffect(() => {
    if (!refused) return
    setProblem(quoted.error)
    keep(undefined)
  }, [refused, quoted.error])

  return {
    apply: (code: string) => mutate(code.trim()),
    isBusy: apply.isPending,
    remove: () => keep(undefined),
    clear: () => setProblem(undefined),
    problem: problem ? words(problem) : undefined,
  }
}
