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
  const typed = {
    ...EMPTY,
    service: ' Kraken ',
    name: ' Olena Kovalenko ',
    country: 'UA',
    idKind: 'register' as const,
    companyId: ' HRB 1 ',
  }
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
    beneficiary: { party: 'person', name: 'Olena Kovalenko', country: 'UA' },
  })
  expect(declaration(NEED, { ...typed, owner: 'other', holding: 'self_hosted', party: 'business' })).toEqual({
    ...base,
    owner: 'other',
    holding: 'self_hosted',
    beneficiary: {
      party: 'business',
      name: 'Olena Kovalenko',
      country: 'UA',
      company_id: { kind: 'register', value: 'HRB 1' },
    },
  })
})

it('asks of somebody else a name and a country, and of a business an identifier too', () => {
  const named = { ...EMPTY, owner: 'other' as const, holding: 'self_hosted' as const, name: 'Olena Kovalenko' }
  expect(declaration(NEED, named)).toBeUndefined()
  expect(declaration(NEED, { ...named, name: ' ', country: 'UA' })).toBeUndefined()
  expect(declaration(NEED, { ...named, country: 'UA' })).toBeDefined()
  expect(declaration(NEED, { ...named, country: 'UA', party: 'business' })).toBeUndefined()
  expect(
    declaration(NEED, { ...named, country: 'UA', party: 'business', companyId: '506700GE1G29325QX363' }),
  ).toBeDefined()
})
