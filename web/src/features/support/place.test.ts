import { expect, test } from 'vitest'
import { keptOf, openedFrom, orderOf, placeOf } from './place'

const ID = '019a0000000070008000000000000001'

test('an address leads to a conversation, an article or a form, and anything else to the first page', () => {
  expect(placeOf({ talk: `sup_${ID}` })).toEqual({ page: 'talk', id: `sup_${ID}` })
  expect(placeOf({ help: 'lost-2fa' })).toEqual({ page: 'help', slug: 'lost-2fa' })
  expect(placeOf({ write: 'complaint' })).toEqual({ page: 'write', isComplaint: true })
  const others = [{}, { talk: 'sup_1' }, { help: '../x' }, { write: 'poem' }, { help: 7 as unknown as string }]
  for (const other of others) expect(placeOf(other)).toEqual({ page: 'home' })
})

test('an address names an order by its reference and its id only', () => {
  expect(orderOf({ order: '7K2M-94QD', tx: `ord_${ID}` })).toEqual({ reference: '7K2M-94QD', id: `ord_${ID}` })
  expect(orderOf({ order: 'call +48 123', tx: 'javascript:1' })).toEqual({})
})

test('a tab of its own knows the screen and the failed request, and ignores what is neither', () => {
  expect(openedFrom({ from: '/exchange/confirm', request: 'req-1' })).toEqual({
    screen: '/exchange/confirm',
    request: 'req-1',
  })
  expect(openedFrom({ from: 'https://evil.example', request: 'a b' })).toEqual({})
  expect(keptOf({ talk: `sup_${ID}`, from: '/profile', order: '7K2M-94QD' })).toEqual({
    from: '/profile',
    order: '7K2M-94QD',
  })
})
