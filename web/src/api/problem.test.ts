import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { ApiError, problemOf } from './problem'
import { errorText, failureText, problemText } from './problemText'

i18n.loadAndActivate({ locale: 'en', messages: {} })

function answer(status: number, type: string, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': type, ...headers } })
}

describe('a refused request', () => {
  it('carries the server’s code, fields and request id', async () => {
    const body = { code: 'VALIDATION_ERROR', request_id: 'r1', errors: [{ pointer: '/email', code: 'email' }] }
    const error = await problemOf(answer(400, 'application/problem+json', JSON.stringify(body)))
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, requestId: 'r1' })
    expect(error.fieldCode('/email')).toBe('email')
    expect(error.fieldCode('/code')).toBeUndefined()
  })

  it('is “cannot reach” when a proxy answers with a page', async () => {
    const error = await problemOf(answer(502, 'text/html', '<h1>Bad gateway</h1>'))
    expect(error.code).toBe('unreachable')
    expect(errorText(error)).toContain('Cannot reach')
  })

  it('is “cannot reach” when the document is broken', async () => {
    expect((await problemOf(answer(500, 'application/json', '{"code":'))).code).toBe('unreachable')
  })

  it('says how long to wait', async () => {
    const problem = answer(429, 'application/problem+json', '{"code":"TOO_MANY_REQUESTS"}', { 'retry-after': '60' })
    expect((await problemOf(problem)).retryAfter).toBe(60)
  })

  it('has words for codes that this build does not know', () => {
    expect(problemText('BRAND_NEW' as never)).toContain('went wrong')
  })
})

it('a failure that nothing else names begins with its request, so that support can find it', () => {
  const words = errorText(new ApiError('NOT_FOUND', 404))
  expect(failureText(new ApiError('NOT_FOUND', 404, { requestId: 'req-7' }))).toBe(`req-7: ${words}`)
  expect(failureText(new ApiError('NOT_FOUND', 404)), 'nothing answered').toBe(words)
  expect(failureText(new Error('x'))).toBe(errorText(new Error('x')))
})
