import {
  addressRule,
  type Broken,
  birthRule,
  cityRule,
  isBroken,
  type Judged,
  nameRule,
  postcodeRule,
} from '../../rules/rules'
import type { UserChange, UserInfo } from './queries'

/** The form's texts, as typed. */
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

/** What is known already, as it is typed. */
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

function judge(field: Field, text: string, today: Date): Judged {
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
      return postcodeRule(text)
  }
}

export type Problems = Partial<Record<Field, Broken>>

/** The change to send for `fields`, or what is wrong with them. What is the same as before is not sent. */
export function changeOf(
  details: Details,
  fields: readonly Field[],
  known: Details,
  today: Date,
): { change: UserChange } | { problems: Problems } {
  const judged = fields.map((field) => [field, judge(field, details[field], today)] as const)
  const broken = judged.flatMap(([field, one]) => (isBroken(one) ? [[field, one] as const] : []))
  if (broken.length > 0) return { problems: Object.fromEntries(broken) }
  const kept = Object.fromEntries(
    judged.flatMap(([field, one]) => (isBroken(one) || details[field] === known[field] ? [] : [[field, one.ok]])),
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

/** The field that the server's pointer names. */
export function fieldOf(pointer: string): Field | undefined {
  const name = pointer.replace(/^\/(address\/)?/, '')
  if (name === 'date_of_birth') return 'birth'
  if (name === 'residence_country') return 'residence'
  return [...PERSONAL, ...HOME].find((field) => field === name)
}
