import { describe, expect, it } from 'vitest'
import { safeBack } from './back'

describe('coming back after signing in', () => {
  it('goes to the page that was asked for', () => expect(safeBack('/exchange?x=1')).toBe('/exchange?x=1'))
  it.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    '',
    undefined,
    7,
  ])('never leaves the app: %s', (value) => {
    expect(safeBack(value)).toBeUndefined()
  })
  it('does not come back to the sign-in itself', () => expect(safeBack('/authentication?back=/x')).toBeUndefined())
})
