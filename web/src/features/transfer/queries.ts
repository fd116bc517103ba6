import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { CurrencyCode } from '../../api/exchangeTypes'
import type { components } from '../../api/schema.gen'
import type { TransferDraft } from './draft'

export type Recipient = components['schemas']['RecipientInfo']

/** Looks up the receiver of a contact. */
export async function askRecipient(contact: string): Promise<Recipient> {
  const { data } = await client.POST('/api/client/v1/requisites/customer', { body: { contact } })
  return data
}

type Wanted = Pick<TransferDraft, 'amount' | 'currency'>

/** A firm quote of a transfer: amount, fees and required verification. */
export async function firmTransfer({ amount, currency }: Wanted) {
  const code = currency as CurrencyCode
  const { data } = await client.POST('/api/client/v1/quotes', {
    body: {
      from_currency: code,
      from_payway: 'balance',
      to_currency: code,
      to_payway: 'customer',
      from_amount: amount,
      firm: true,
    },
  })
  return data
}

/** The quote of the confirmation page, which requests a new one each time it opens. */
export const transferQuote = (draft: TransferDraft) =>
  queryOptions({
    queryKey: ['quote', 'transfer', draft.currency, draft.amount],
    queryFn: () => firmTransfer(draft),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

/** Creates the transfer. Idempotent: the same key returns the same transfer. */
export async function sendTransfer(draft: TransferDraft, attempt: { quoteId: string; key: string }) {
  const note = draft.note.trim()
  const requisite = { kind: 'customer' as const, value: draft.contact.trim(), ...(note ? { note } : {}) }
  const { data } = await client.POST('/api/client/v1/orders', {
    body: { quote_id: attempt.quoteId, requisite },
    params: { header: { 'Idempotency-Key': attempt.key } },
  })
  return data
}

export type PayCode = components['schemas']['PayCode']

/** The code by which others send money to this profile; it never changes. */
export const payCodeQuery = queryOptions({
  queryKey: ['pay-code'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/requisites/customer', { signal })).data,
})

/** Whether a contact is a pay code, which only a link contains. */
export const isPayCode = (contact: string) => contact.startsWith('pay_')

/** The receiver behind a pay code. */
export const recipientQuery = (code: string) =>
  queryOptions({ queryKey: ['recipient', code], queryFn: () => askRecipient(code), retry: false, staleTime: 60_000 })
