import { EMPTY, type TransferDraft } from './draft'

/** The contents of a payment link: receiver, amount and note. The payer sees and can change all of it. */
export type MoneyRequest = { to?: string; amount?: string; currency?: string; note?: string }

const PATH = '/balances/transfer'
const LONGEST = 256

/** The link to a prefilled transfer. */
export function requestLink(origin: string, asked: MoneyRequest & { to: string }): string {
  const url = new URL(PATH, origin)
  for (const name of ['to', 'amount', 'currency', 'note'] as const) {
    const value = asked[name]
    if (value) url.searchParams.set(name, value)
  }
  return url.href
}

/** Parses the parameters of a payment link. Ignores invalid and other parameters. */
export function readRequest(search: Record<string, string | undefined>): MoneyRequest {
  const text = (name: string) => {
    const value = search[name]
    return value !== undefined && value !== '' && value.length <= LONGEST ? value : undefined
  }
  const [to, amount, currency, note] = [text('to'), text('amount'), text('currency'), text('note')]
  const isAmount = amount !== undefined && /^\d{1,27}(\.\d{1,18})?$/.test(amount)
  return {
    ...(to ? { to } : {}),
    ...(isAmount ? { amount } : {}),
    ...(currency && /^[A-Za-z0-9]{2,10}$/.test(currency) ? { currency } : {}),
    ...(note ? { note } : {}),
  }
}

/** The draft of a payment link. Returns `undefined` without a receiver. */
export function draftOf({ to, amount, currency, note }: MoneyRequest): TransferDraft | undefined {
  if (!to) return undefined
  return { ...EMPTY, contact: to, ...(amount ? { amount } : {}), ...(currency ? { currency } : {}), note: note ?? '' }
}
