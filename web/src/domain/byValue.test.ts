import { expect, it } from 'vitest'
import { byValue } from './byValue'

it('puts the most valuable first, and what has no price last', () => {
  const balances = [{ main_value: '9.50' }, {}, { main_value: '100.00' }, { main_value: '0.00' }]
  expect(balances.toSorted(byValue).map(({ main_value }) => main_value)).toEqual(['100.00', '9.50', '0.00', undefined])
})
