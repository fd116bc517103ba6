import { EMPTY, type TransferDraft } from './draft'

/** What a link asks for: the receiver, the amount and the reason. The payer sees all of it and can change it. */
export type MoneyRequest = { to?: string; amount?: string; currency?: string; note?: string }

const PATH = '/balances/transfer'
const LONGEST = 256

/** The link that opens a transfer with everything filled in. */
export function requestLink(origin: string, asked: MoneyRequest & { to: string }): string {
  const url = new URL(PATH, origin)
  for (const name of ['to', 'amount', 'currency', 'note'] as const) {
    const value = asked[name]
    if (value) url.searchParams.set(name, value)
  }
  return url.href
}

/** The parts of an address that are a request; anything else in it is left out. */
export function readRequest(search: Record<string, unknown>): MoneyRequest {
  const text = (name: string) => {
    // The router reads what looks like a number as one.
    const value = typeof search[name] === 'number' ? String(search[name]) : search[name]
    return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : undefined
  }
  const [to, amount, currency, note] = [text('to'), text('amount'), text('currency'), text('note')]
  const isAmount = amount !== undefined && /^\d{1,27}(\.\d{1,18})?$/.test(amount)
  return {
    ...(to ? { to } : {}),
    ...(isAmount ? { amount } : {}),
    ...(currency && /^[A-Z0-9]{2,10}$/.test(currency) ? { currency } : {}),
    ...(note ? { note } : {}),
  }
}

/** The draft that a request begins; `undefined` if it names nobody. */
export function draftOf({ to, amount, currency, note }: MoneyRequest): TransferDraft | undefined {
  if (!to) return undefined
  return { ...EMPTY, contact: to, ...(amount ? { amount } : {}), ...(currency ? { currency } : {}), note: note ?? '' }
}
