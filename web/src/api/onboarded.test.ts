import { expect, it } from 'vitest'
import { afterTerms } from './onboarded'

it.each([
  ['somebody new', undefined, true, false, '/onboarding'],
  ['somebody new who came by the front door', '/cabinet', true, false, '/onboarding'],
  ['somebody new who wants to exchange', '/exchange?from=EUR', true, false, '/exchange?from=EUR'],
  ['a browser that has shown them', undefined, true, true, '/cabinet'],
  ['new terms for an old customer', '/cabinet', false, false, '/cabinet'],
])('%s', (_, back, newcomer, seen, to) => expect(afterTerms(back, newcomer, seen)).toBe(to))
