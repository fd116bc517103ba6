import { expect, it } from 'vitest'
import { declaration, EMPTY } from './answers'

const NEED = { payway: 'ltc', address: 'ltc1q', walletId: undefined, other: false }

it('sends nothing before each question is answered', () => {
  expect(declaration(NEED, EMPTY)).toBeUndefined()
  expect(declaration(NEED, { ...EMPTY, owner: 'own' })).toBeUndefined()
  expect(declaration(NEED, { ...EMPTY, owner: 'own', holding: 'service', service: ' x ' })).toBeUndefined()
  expect(declaration(NEED, { ...EMPTY, owner: 'other', holding: 'self_hosted' })).toBeUndefined()
})

it('leaves out what belongs to another answer', () => {
  const typed = { ...EMPTY, service: ' Kraken ', name: ' Olena Kovalenko ' }
  const base = { payway: 'ltc', address: 'ltc1q' }
  expect(declaration(NEED, { ...typed, owner: 'own', holding: 'self_hosted' })).toEqual({
    ...base,
    owner: 'own',
    holding: 'self_hosted',
  })
  expect(declaration(NEED, { ...typed, owner: 'other', holding: 'service' })).toEqual({
    ...base,
    owner: 'other',
    holding: 'service',
    service: 'Kraken',
    beneficiary: { party: 'person', name: 'Olena Kovalenko' },
  })
})
