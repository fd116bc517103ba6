import { expect, it } from 'vitest'
import { textOf } from '../../../testing/shown'
import { clockQuery } from './clock'
import { TestClock } from './TestClock'
import { TestValues } from './TestValues'

const shown = (ahead_seconds: number, is_frozen: boolean) => {
  const clock = { now: '2026-04-02T13:00:00Z', ahead_seconds, is_frozen }
  return textOf(<TestClock />, { answers: [[clockQuery.queryKey, clock]] })
}

it('shows the time of the sandbox, how far it is ahead, and the steps', () => {
  const text = shown(90 * 86_400 + 5, true)
  expect(text).toContain('90 days ahead')
  expect(text).toContain('+ 1 hour + 1 day + 30 days + 90 days')
  expect(shown(3_600, false)).not.toContain('ahead')
})

it('names each test value with its effect', () => {
  const text = textOf(<TestValues />)
  expect(text).toContain('….04 arrives twice')
  expect(text).toContain('DE89370400440532013000 credited after 10 minutes of the test clock')
})
