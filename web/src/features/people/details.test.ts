import { expect, it } from 'vitest'
import { askedOf, changeOf, detailsOf, fieldOf, HOME, isComplete, PERSONAL, suggestedOf } from './details'
import type { UserInfo } from './queries'

const TODAY = new Date('2026-03-01T12:00:00')
const NOBODY = detailsOf(undefined)

it('what a person has said is shown as it is typed', () => {
  const user = { date_of_birth: '1990-12-10', address: { city: 'Kyiv' } } as UserInfo
  expect(detailsOf(user)).toMatchObject({ birth: '10/12/1990', city: 'Kyiv', first_name: '' })
})

it('a form that breaks rules names every field that does, and sends nothing', () => {
  const typed = { ...NOBODY, first_name: 'R2', last_name: 'Lovelace', birth: '10/12/2020' }
  expect(changeOf(typed, PERSONAL, NOBODY, TODAY)).toEqual({
    problems: {
      first_name: { code: 'invalid_character' },
      birth: { code: 'age', bound: 18 },
      residence: { code: 'required' },
    },
  })
})

it('what stays the same is not sent: what a document has proved cannot be', () => {
  const known = { ...NOBODY, first_name: 'Ada', last_name: 'Lovelace', birth: '10/12/1990', residence: 'UA' }
  const typed = { ...known, street: ' Main  1 ', city: 'Kyiv', postcode: '01001' }
  expect(changeOf(typed, [...PERSONAL, ...HOME], known, TODAY)).toEqual({
    change: { address: { street: 'Main 1', city: 'Kyiv', postcode: '01001' } },
  })
})

it('a postal code is asked for where there are any, and needed where addresses have one', () => {
  const home = (residence: string, postcode: string) => ({
    ...NOBODY,
    residence,
    street: 'Main 1',
    city: 'X-Ville',
    postcode,
  })
  const sent = (residence: string, postcode: string) => changeOf(home(residence, postcode), HOME, NOBODY, TODAY)
  const without = { change: { address: { street: 'Main 1', city: 'X-Ville' } } }
  expect(sent('AE', '')).toEqual(without)
  expect(sent('CO', ' ')).toEqual(without)
  expect(sent('CO', '110111')).toEqual({
    change: { address: { street: 'Main 1', city: 'X-Ville', postcode: '110111' } },
  })
  expect(sent('PL', '')).toEqual({ problems: { postcode: { code: 'required' } } })
  expect([askedOf('AE', HOME), askedOf('CO', HOME)]).toEqual([['street', 'city'], HOME])
  expect(['AE', 'CO', 'PL', ''].map((country) => isComplete(home(country, ''), HOME))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isComplete({ ...home('AE', ''), city: '' }, HOME)).toBe(false)
})

it("the server's words stand at the field that they are about", () => {
  expect(['/address/city', '/date_of_birth', '/residence_country', '/first_name', '/x'].map(fieldOf)).toEqual([
    'city',
    'birth',
    'residence',
    'first_name',
    undefined,
  ])
})

it('fills what is not known with the suggestions of a partner, and sends them when they are saved', () => {
  const wish = { firstName: 'Olena', lastName: 'Koval', dateOfBirth: '1990-12-10', residenceCountry: 'PL' }
  const user = { address: {}, last_name: 'Melnyk' } as UserInfo
  const filled = suggestedOf(user, wish)
  expect(filled).toMatchObject({ first_name: 'Olena', last_name: 'Melnyk', birth: '10/12/1990', residence: 'PL' })
  const sent = changeOf(filled, PERSONAL, detailsOf(user), new Date('2026-01-01'))
  expect(sent).toMatchObject({ change: { first_name: 'Olena', residence_country: 'PL' } })
  expect(sent).not.toHaveProperty('change.last_name')
})
