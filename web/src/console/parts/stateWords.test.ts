import { expect, it } from 'vitest'
import { legState } from './movementWords'
import { newWords } from './transactionWords'

const about = (payway: string, display_type: string) =>
  ({ from: { payway }, display_type }) as Parameters<typeof newWords>[0]

it.each([
  ['an order', about('visamc', 'purchase'), 'Not paid'],
  ['a withdrawal', about('balance', 'withdraw'), 'Can still be cancelled'],
  ['a transfer', about('balance', 'transfer'), 'Waiting for the receiver'],
])('%s that is new says what it waits for', (_, line, words) => expect(newWords(line).message).toBe(words))

const leg = (state: string, ...payments: string[]) =>
  ({ state, payments: payments.map((one) => ({ state: one })) }) as Parameters<typeof legState>[0]

it.each([
  [leg('waiting'), 'Waiting for a payment'],
  [leg('waiting', 'seen'), 'Waiting for a payment'],
  [leg('waiting', 'reversed', 'credited'), 'Payment arrived'],
  [leg('closed', 'credited'), 'Takes no more payments'],
])('a leg with its payments reads %#', (one, words) => expect(legState(one).words.message).toBe(words))
