import type { PersonWish } from '../../host/adapter'
import { birthRule } from '../../rules/dates'
import { type Broken, isBroken, type Judged } from '../../rules/rules'
import { addressRule, cityRule, hasPostcodes, nameRule, needsPostcode, postcodeRule } from '../../rules/words'
import type { UserChange, UserInfo } from './queries'

/** The form's values, as typed. */
export type Details = {
  first_name: string
  last_name: string
  birth: string
  residence: string
  street: string
  city: string
  postcode: string
}
export type Field = keyof Details

export const PERSONAL: readonly Field[] = ['first_name', 'last_name', 'birth', 'residence']
export const HOME: readonly Field[] = ['street', 'city', 'postcode']

/** The fields that apply to a country of residence: not every country has postal codes. */
export const askedOf = (residence: string, fields: readonly Field[]): readonly Field[] =>
  fields.filter((field) => field !== 'postcode' || hasPostcodes(residence))

/** Whether all required fields of the country of residence have a value. */
export const isComplete = (details: Details, fields: readonly Field[]): boolean =>
  fields.every((field) => details[field] !== '' || (field === 'postcode' && !needsPostcode(details.residence)))

/** The stored values in the form's format. */
export function detailsOf(user: UserInfo | undefined): Details {
  const [year, month, day] = user?.date_of_birth?.split('-') ?? []
  return {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    birth: year && month && day ? `${day}/${month}/${year}` : '',
    residence: user?.residence_country ?? '',
    street: user?.address.street ?? '',
    city: user?.address.city ?? '',
    postcode: user?.address.postcode ?? '',
  }
}

/** The stored values, and a partner's suggestions for those that are not stored. */
export function suggestedOf(user: UserInfo | undefined, wish: PersonWish = {}): Details {
  const known = detailsOf(user)
  const wished = detailsOf({
    address: {},
    first_name: wish.firstName,
    last_name: wish.lastName,
    date_of_birth: wish.dateOfBirth,
    residence_country: wish.residenceCountry,
  } as UserInfo)
  const filled = Object.entries(known).map(([field, value]) => [field, value || wished[field as Field]])
  return Object.fromEntries(filled) as Details
}

function judge(field: Field, { residence, [field]: text }: Details, today: Date): Judged {
  switch (field) {
    case 'first_name':
    case 'last_name':
      return nameRule(text)
    case 'birth':
      return birthRule(text, today)
    case 'residence':
      return text === '' ? { code: 'required' } : { ok: text }
    case 'street':
      return addressRule(text)
    case 'city':
      return cityRule(text)
    case 'postcode':
      return text.trim() === '' && !needsPostcode(residence) ? { ok: '' } : postcodeRule(text)
  }
}

export type Problems = Partial<Record<Field, Broken>>

/** The change to send for `fields`, or their errors. Unchanged values are not sent. */
export function changeOf(
  details: Details,
  fields: readonly Field[],
  known: Details,
  today: Date,
): { change: UserChange } | { problems: Problems } {
  const asked = askedOf(details.residence, fields)
  const judged = asked.map((field) => [field, judge(field, details, today)] as const)
  const broken = judged.flatMap(([field, one]) => (isBroken(one) ? [[field, one] as const] : []))
  if (broken.length > 0) return { problems: Object.fromEntries(broken) }
  const kept = Object.fromEntries(
    judged.flatMap(([field, one]) =>
      isBroken(one) || one.ok === '' || details[field] === known[field] ? [] : [[field, one.ok]],
    ),
  ) as Partial<Record<Field, string>>
  const { first_name, last_name, birth, residence, ...address } = kept
  return {
    change: {
      ...(first_name ? { first_name } : {}),
      ...(last_name ? { last_name } : {}),
      ...(birth ? { date_of_birth: birth } : {}),
      ...(residence ? { residence_country: residence } : {}),
      ...(Object.keys(address).length > 0 ? { address } : {}),
    },
  }
}

/** The field of a server's error pointer. */
export function fieldOf(pointer: string): Field | undefined {
  const name = pointer.replace(/^\/(address\/)?/, '')
  if (name === 'date_of_birth') return 'birth'
  if (name === 'residence_country') return 'residence'
  return [...PERSONAL, ...HOME].find((field) => field === name)
}
