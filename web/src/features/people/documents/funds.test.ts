import { expect, it } from 'vitest'
import { type Answered, missingOf, wholeOf } from './funds'

const NOTHING: Answered = { occupation: '', sources: [], turnover: '', details: '' }
const WHOLE: Answered = { occupation: 'employed', sources: ['salary'], turnover: 'up_to_50k', details: '' }

it('says what is missing, the first thing first, and sends nothing before', () => {
  expect(missingOf(NOTHING)).toBe('occupation')
  expect(missingOf({ ...WHOLE, sources: [] })).toBe('sources')
  expect(missingOf({ ...WHOLE, turnover: '' })).toBe('turnover')
  expect(missingOf(WHOLE)).toBeUndefined()
  for (const said of [NOTHING, { ...WHOLE, sources: [] }]) expect(wholeOf(said)).toBeUndefined()
})

it('whatever is something else is described', () => {
  for (const said of [
    { ...WHOLE, sources: ['other'] as const },
    { ...WHOLE, occupation: 'other' as const },
  ]) {
    expect(missingOf({ ...said, details: '  ' })).toBe('details')
    expect(missingOf({ ...said, details: 'I won a prize' })).toBeUndefined()
  }
})

it('is sent as it was chosen, without empty words', () => {
  expect(wholeOf({ ...WHOLE, details: ' ' })).toEqual({
    occupation: 'employed',
    sources: ['salary'],
    yearly_turnover: 'up_to_50k',
  })
  expect(wholeOf({ ...WHOLE, details: ' a prize ' })?.details).toBe('a prize')
})
