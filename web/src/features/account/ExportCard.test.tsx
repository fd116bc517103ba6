import { expect, it } from 'vitest'
import { ApiError } from '../../api/problem'
import { markupOf, textOf } from '../../testing/shown'
import { ExportCard } from './ExportCard'
import { type Export, exportsQuery } from './queries'

const copy = (state: Export['state']): Export => ({
  id: 'exp_1',
  state,
  requested_at: '2026-01-02T10:00:00Z',
  expires_at: '2026-01-09T10:00:00Z',
})

const of = (...data: Export[]) => ({ answers: [[exportsQuery.queryKey, { data }]] as const })

it.each([
  ['waiting', 'Your copy is being made. We will email you when it is ready.'],
  ['failed', 'The last copy could not be made. Request it again.'],
  ['expired', 'Deleted: Jan'],
  ['ready', 'Ready until Jan'],
] as const)('says what a copy that is %s means', (state, words) => {
  expect(textOf(<ExportCard />, of(copy(state)))).toContain(words)
})

it('announces a copy that is being made, and offers no second one', () => {
  const markup = markupOf(<ExportCard />, of(copy('waiting')))
  expect(markup).toMatch(/role="status".*Your copy is being made/s)
  expect(markup).not.toContain('Make a copy')
})

it('announces a copy that failed, and offers another', () => {
  const markup = markupOf(<ExportCard />, of(copy('failed')))
  expect(markup).toMatch(/role="alert".*could not be made/s)
  expect(markup).toContain('Make a copy')
})

it('names an expired copy only while there is no other to download', () => {
  const text = textOf(<ExportCard />, of(copy('ready'), { ...copy('expired'), id: 'exp_2' }))
  expect(text).toContain('Download')
  expect(text).not.toContain('Deleted')
})

it('offers to try again if the copies could not be had', () => {
  const errors = [[exportsQuery.queryKey, new ApiError('SERVICE_UNAVAILABLE', 503)]] as const
  expect(textOf(<ExportCard />, { errors })).toMatch(/Something went wrong on our side.*Try again$/)
})
