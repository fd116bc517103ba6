import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

const OCCUPATIONS: Record<string, MessageDescriptor> = {
  employed: msg`Employed`,
  self_employed: msg`Self-employed`,
  business_owner: msg`Business owner`,
  retired: msg`Retired`,
  student: msg`Student`,
  not_employed: msg`Not employed`,
  other: msg`Something else`,
}

const SOURCES: Record<string, MessageDescriptor> = {
  salary: msg`Salary`,
  business: msg`Profit of their company`,
  pension: msg`Pension or benefits`,
  savings: msg`Savings`,
  investments: msg`Securities and funds`,
  crypto: msg`Crypto bought, mined or earned`,
  property_sale: msg`Sale of a house or land`,
  inheritance: msg`Inheritance`,
  gift: msg`Gift`,
  loan: msg`Loan`,
  other: msg`Something else`,
}

const TURNOVERS: Record<string, MessageDescriptor> = {
  up_to_50k: msg`Up to 50,000 euro`,
  up_to_250k: msg`Up to 250,000 euro`,
  up_to_1m: msg`Up to 1,000,000 euro`,
  over_1m: msg`More than 1,000,000 euro`,
}

/** The texts of source-of-funds answers. */
export function useFundsWords() {
  const { _ } = useLingui()
  const of = (words: MessageDescriptor | undefined, code: string) => (words ? _(words) : code)
  return {
    occupation: (code: string) => of(OCCUPATIONS[code], code),
    source: (code: string) => of(SOURCES[code], code),
    turnover: (code: string) => of(TURNOVERS[code], code),
  }
}
