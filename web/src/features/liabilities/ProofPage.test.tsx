import { expect, it } from 'vitest'
import { ApiError } from '../../api/problem'
import { textOf } from '../../testing/shown'
import { ProofPage } from './ProofPage'
import { proofQuery } from './queries'

const KEY = proofQuery.queryKey

it('says when nothing is published yet', () => {
  const text = textOf(<ProofPage />, { answers: [[KEY, null]] })
  expect(text).toContain('Nothing is published yet The first publication comes within a day.')
  expect(text).not.toContain('Try again')
})

it('says when there is no answer, and offers to ask again', () => {
  const text = textOf(<ProofPage />, { errors: [[KEY, new ApiError('ERR_NETWORK', 0)]] })
  expect(text).toMatch(/Cannot reach the service.*Try again$/)
  expect(text).not.toContain('Nothing is published')
})
