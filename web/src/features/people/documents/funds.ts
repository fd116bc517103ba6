import type { FundsAnswer } from './queries'

type Occupation = FundsAnswer['occupation']
type Source = FundsAnswer['sources'][number]
type Turnover = FundsAnswer['yearly_turnover']

export const OCCUPATIONS: readonly Occupation[] = [
  'employed',
  'self_employed',
  'business_owner',
  'retired',
  'student',
  'not_employed',
  'other',
]
export const SOURCES: readonly Source[] = [
  'salary',
  'business',
  'pension',
  'savings',
  'investments',
  'crypto',
  'property_sale',
  'inheritance',
  'gift',
  'loan',
  'other',
]
export const TURNOVERS: readonly Turnover[] = ['up_to_50k', 'up_to_250k', 'up_to_1m', 'over_1m']
/** The server's limits, in characters. */
export const DETAILS_MAX = 500

/** The form's values; an empty string means no choice yet. */
export type Answered = {
  occupation: Occupation | ''
  sources: readonly Source[]
  turnover: Turnover | ''
  details: string
}

/** The first missing answer. */
export type Missing = 'occupation' | 'sources' | 'turnover' | 'details'

export function missingOf({ occupation, sources, turnover, details }: Answered): Missing | undefined {
  if (occupation === '') return 'occupation'
  if (sources.length === 0) return 'sources'
  if (turnover === '') return 'turnover'
  const other = occupation === 'other' || sources.includes('other')
  return other && details.trim() === '' ? 'details' : undefined
}

/** The request body, once the form is complete. */
export function wholeOf(said: Answered): FundsAnswer | undefined {
  const { occupation, turnover, sources } = said
  if (occupation === '' || turnover === '' || missingOf(said)) return undefined
  const details = said.details.trim()
  return { occupation, sources: [...sources], yearly_turnover: turnover, ...(details ? { details } : {}) }
}
