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
/** As the server takes them, in characters. */
export const DETAILS_MAX = 500

/** The form as it stands; an empty text is nothing chosen yet. */
export type Answered = {
  occupation: Occupation | ''
  sources: readonly Source[]
  turnover: Turnover | ''
  details: string
}

/** What is still to be said, the first of it. */
export type Missing = 'occupation' | 'sources' | 'turnover' | 'details'

export function missingOf({ occupation, sources, turnover, details }: Answered): Missing | undefined {
  if (occupation === '') return 'occupation'
  if (sources.length === 0) return 'sources'
  if (turnover === '') return 'turnover'
  const other = occupation === 'other' || sources.includes('other')
  return other && details.trim() === '' ? 'details' : undefined
}

/** The answer as it is sent, once nothing is missing. */
export function wholeOf(said: Answered): FundsAnswer | undefined {
  const { occupation, turnover, sources } = said
  if (occupation === '' || turnover === '' || missingOf(said)) return undefined
  const details = said.details.trim()
  return { occupation, sources: [...sources], yearly_turnover: turnover, ...(details ? { details } : {}) }
}
