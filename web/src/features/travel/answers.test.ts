import { expect, it } from 'vitest'
import { answers, declaration, EMPTY, type Said, sender } from './answers'

const NEED = { payway: 'ltc', address: 'ltc1q', walletId: undefined, other: false }

const said = (typed: Said) => {
  const told = answers(typed)
  return told ? declaration(NEED, told) : undefined
}

it('sends nothing before each question is answered', () => {
  expect(said(EMPTY)).toBeUndefined()
  expect(said({ ...EMPTY, owner: 'own' })).toBeUndefined()
  expect(said({ ...EMPTY, owner: 'own', holding: 'service', service: ' x ' })).toBeUndefined()
  expect(said({ ...EMPTY, owner: 'other', holding: 'self_hosted' })).toBeUndefined()
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
  expect(said({ ...typed, owner: 'own', holding: 'self_hosted' })).toEqual({
    ...base,
    owner: 'own',
    holding: 'self_hosted',
  })
  expect(said({ ...typed, owner: 'other', holding: 'service' })).toEqual({
    ...base,
    owner: 'other',
    holding: 'service',
    service: 'Kraken',
    beneficiary: { party: 'person', name: 'Olena Kovalenko', country: 'UA' },
  })
  expect(said({ ...typed, owner: 'other', holding: 'self_hosted', party: 'business' })).toEqual({
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
  expect(said(named)).toBeUndefined()
  expect(said({ ...named, name: ' ', country: 'UA' })).toBeUndefined()
  expect(said({ ...named, country: 'UA' })).toBeDefined()
  expect(said({ ...named, country: 'UA', party: 'business' })).toBeUndefined()
  expect(said({ ...named, country: 'UA', party: 'business', companyId: '506700GE1G29325QX363' })).toBeDefined()
})

it('names the sender as the originator', () => {
  const named = { ...EMPTY, owner: 'other' as const, holding: 'self_hosted' as const, name: 'Olena Kovalenko' }
  const told = answers({ ...named, country: 'UA' })
  expect(told && sender(told)).toEqual({
    owner: 'other',
    holding: 'self_hosted',
    originator: { party: 'person', name: 'Olena Kovalenko', country: 'UA' },
  })
})
