import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Missing } from './funds'
import type { FundsAnswer } from './queries'

export const OCCUPATION: Record<FundsAnswer['occupation'], MessageDescriptor> = {
  employed: msg`Employed`,
  self_employed: msg`Self-employed`,
  business_owner: msg`Business owner`,
  retired: msg`Retired`,
  student: msg`Student`,
  not_employed: msg`Not employed`,
  other: msg`Something else`,
}

export const SOURCE: Record<FundsAnswer['sources'][number], MessageDescriptor> = {
  salary: msg`Salary`,
  business: msg`Profit of my company`,
  pension: msg`Pension or benefits`,
  savings: msg`Savings`,
  investments: msg`Securities and funds`,
  crypto: msg`Crypto that I bought, mined or earned`,
  property_sale: msg`Sale of a house or land`,
  inheritance: msg`Inheritance`,
  gift: msg`Gift`,
  loan: msg`Loan`,
  other: msg`Something else`,
}

export const TURNOVER: Record<FundsAnswer['yearly_turnover'], MessageDescriptor> = {
  up_to_50k: msg`Up to 50,000 euro`,
  up_to_250k: msg`Up to 250,000 euro`,
  up_to_1m: msg`Up to 1,000,000 euro`,
  over_1m: msg`More than 1,000,000 euro`,
}

export const MISSING: Record<Missing, MessageDescriptor> = {
  occupation: msg`First choose what you do`,
  sources: msg`First choose where your money comes from`,
  turnover: msg`First choose the expected amount`,
  details: msg`Describe what “something else” is`,
}
