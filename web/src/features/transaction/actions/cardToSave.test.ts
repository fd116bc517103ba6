import { expect, it } from 'vitest'
import type { Transaction } from '../../../api/exchangeTypes'
import { verdictOn } from './cardToSave'

const at = (version: number, state: string) =>
  ({ version, source: { instructions: { kind: 'card', card: { state } } } }) as Transaction

it('saves a card that the bank did not decline, and ignores the answer to an earlier card', () => {
  expect(verdictOn(undefined, 3)).toBeUndefined()
  expect(verdictOn(at(3, 'declined'), 3), 'the earlier card').toBeUndefined()
  expect(verdictOn(at(4, 'authorizing'), 3)).toBeUndefined()
  expect(verdictOn(at(5, 'declined'), 3)).toBe('drop')
  expect(verdictOn(at(5, 'challenge'), 3)).toBe('save')
  expect(verdictOn(at(6, 'paid'), 3)).toBe('save')
})
