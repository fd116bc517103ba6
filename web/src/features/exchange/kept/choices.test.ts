import { expect, it } from 'vitest'
import type { SavedRequisite } from '../../../domain/savedRequisites'
import { EMPTY_DRAFT, type ExchangeDraft } from '../draft'
import { choicesOf, draftOf, sameTerms } from './choices'

const CATALOGUE = {
  currencies: [
    { code: 'EUR', kind: 'fiat' },
    { code: 'BTC', kind: 'crypto' },
  ],
  payways: [
    { code: 'visamc', kind: 'card' },
    { code: 'btc', kind: 'crypto' },
  ],
} as never

const SAVED = [
  { id: 'req_1', kind: 'address', currency: 'BTC', payway: 'btc', value: 'bc1q', label: 'Ledger' },
] as unknown as SavedRequisite[]

const DRAFT: ExchangeDraft = {
  ...EMPTY_DRAFT,
  from: { currency: 'EUR', payway: 'visamc' },
  to: { currency: 'BTC', payway: 'btc' },
  fixed: 'to',
  amount: '0.01',
  agreed: true,
}

it('another device continues with the same pair, amount and step', () => {
  const draft: ExchangeDraft = { ...DRAFT, requisite: { kind: 'address', value: 'bc1q' } }
  const choices = choicesOf(draft, SAVED)
  expect(choices).toMatchObject({ fixed_side: 'TO', amount: '0.01', requisite_id: 'req_1', step: 'confirm' })
  const next = choices && draftOf(choices, CATALOGUE, SAVED)
  expect(next).toMatchObject({ ...draft, side: 'BUY', requisiteLabel: 'Ledger' })
})

it('an address that is not saved stays on its device, and is asked for again', () => {
  const choices = choicesOf({ ...DRAFT, requisite: { kind: 'address', value: 'bc1other' } }, SAVED)
  expect(JSON.stringify(choices)).not.toContain('bc1other')
  expect(choices && draftOf(choices, CATALOGUE, SAVED).requisite).toBeUndefined()
})

it('a card never leaves the device', () => {
  const card = { kind: 'card', card_token: 'tok_secret' } as never
  const choices = choicesOf({ ...DRAFT, payoutKind: 'card', requisite: card }, SAVED)
  expect(JSON.stringify(choices)).not.toContain('tok_secret')
})

it('nothing is kept before a choice, and nothing while an order may exist', () => {
  expect(choicesOf(EMPTY_DRAFT, SAVED)).toBeUndefined()
  expect(choicesOf({ ...DRAFT, amount: '', agreed: false }, SAVED)).toBeUndefined()
  expect(choicesOf({ ...DRAFT, attempt: { quoteId: 'q', key: 'k' } }, SAVED)).toBeUndefined()
})

it('a tab knows its own draft, however the server writes the amount', () => {
  const own = choicesOf(DRAFT, SAVED)
  if (!own) throw new Error('there are choices')
  expect(sameTerms(own, { ...own, amount: '0.01000000', step: 'start' })).toBe(true)
  expect(sameTerms(own, { ...own, amount: '0.02000000' })).toBe(false)
  expect(sameTerms(own, { ...own, fixed_side: 'FROM' })).toBe(false)
  expect(sameTerms(undefined, own)).toBe(false)
})
