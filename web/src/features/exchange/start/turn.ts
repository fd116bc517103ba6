import type { Endpoint, Quote, Side } from '../../../api/exchangeTypes'
import { trimZeros } from '../../../domain/grouping'
import { changeTerms, type ExchangeDraft } from '../draft'

type Pair = { from: Endpoint | undefined; to: Endpoint | undefined }

/**
 * Switches the side of the exchange. Keeps the crypto end and its amount: a customer who switches from a purchase to a
 * sale wants the value of the same coins.
 */
export function turn(draft: ExchangeDraft, pair: Pair, side: Side, quote: Quote | undefined): ExchangeDraft {
  if (side === draft.side && side !== 'SWAP') return draft
  const cryptoEnd = draft.side === 'BUY' ? 'to' : 'from'
  const crypto = pair[cryptoEnd]
  const fiat = draft.side === 'SWAP' ? undefined : pair[cryptoEnd === 'to' ? 'from' : 'to']
  const amount = draft.fixed === cryptoEnd ? draft.amount : quotedAmount(quote, cryptoEnd)
  switch (side) {
    case 'BUY':
      return changeTerms(draft, { side, from: fiat, to: crypto, fixed: 'to', amount })
    case 'SELL':
      return changeTerms(draft, { side, from: crypto, to: fiat, fixed: 'from', amount })
    case 'SWAP':
      if (draft.side === 'SWAP') return flipSwap(draft, pair, quote)
      return changeTerms(draft, { side, from: crypto, to: undefined, fixed: 'from', amount })
  }
}

function flipSwap(draft: ExchangeDraft, pair: Pair, quote: Quote | undefined): ExchangeDraft {
  const amount = draft.fixed === 'to' ? draft.amount : quotedAmount(quote, 'to')
  return changeTerms(draft, { from: pair.to, to: pair.from, fixed: 'from', amount })
}

function quotedAmount(quote: Quote | undefined, end: 'from' | 'to'): string {
  if (!quote) return ''
  return trimZeros(end === 'from' ? quote.from_amount : quote.to_amount)
}
