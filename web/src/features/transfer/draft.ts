import { createDraft } from '../../domain/draft'

/**
 * An unfinished transfer. The attempt is stored before the request, so that a retry after a lost response creates no
 * second transfer.
 */
export type TransferDraft = {
  contact: string
  amount: string
  currency: string
  note: string
  attempt?: { quoteId: string; key: string }
}

export const EMPTY: TransferDraft = { contact: '', amount: '', currency: 'EUR', note: '' }

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 512

function isDraft(value: unknown): value is TransferDraft {
  if (typeof value !== 'object' || value === null) return false
  const { contact, amount, currency, note, attempt } = value as Record<string, unknown>
  const { quoteId, key } = (attempt ?? {}) as Record<string, unknown>
  return [contact, amount, currency, note].every(isText) && (attempt === undefined || (isText(quoteId) && isText(key)))
}

export const transferDraft = createDraft<TransferDraft>('transfer', EMPTY, isDraft)
