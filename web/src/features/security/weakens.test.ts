import { expect, test } from 'vitest'
import { weakens } from './weakens'

const all = { signin: true, transfer: true, card_details: true }
const none = { signin: false, transfer: false, card_details: false }

test('turning anything off guards less, also while something else is turned on; turning on alone does not', () => {
  for (const off of ['signin', 'transfer', 'card_details'] as const) {
    expect(weakens(all, { ...all, [off]: false })).toBe(true)
    expect(weakens(none, { ...none, [off]: true })).toBe(false)
  }
  expect(weakens({ ...none, signin: true }, { ...none, transfer: true })).toBe(true)
  expect(weakens(all, all)).toBe(false)
})
