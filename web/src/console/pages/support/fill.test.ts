import { expect, test } from 'vitest'
import { filled, textOf } from './fill'

const answer = (texts: Record<string, string>) => ({ id: 'ans_1', name: 'x', texts })

test('a saved answer is in the language of the customer, and its placeholders are filled or stay visible', () => {
  const both = answer({ en: 'Your order {order}', pl: 'Zlecenie {order}' })
  expect([textOf(both, 'pl'), textOf(both, 'uk'), textOf(answer({ ru: 'Да' }), 'pl')]).toEqual([
    'Zlecenie {order}',
    'Your order {order}',
    'Да',
  ])
  const values = { number: '7K2M-94QD', order: undefined, company: 'Nova' }
  expect(filled('{company}: {number}, {order} and {name}', values)).toBe('Nova: 7K2M-94QD, {order} and {name}')
})
