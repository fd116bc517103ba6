import { expect, it } from 'vitest'
import { EMPTY_PAUSE, pauseBody } from './pauseBody'

it('sends local times as moments, and neither empty times nor empty texts', () => {
  const typed = { ...EMPTY_PAUSE, until: '2026-11-28T14:00', texts: { en: 'New server', uk: ' ' } }
  expect(pauseBody(typed, 'they told us')).toEqual({
    payway: 'blik',
    flow: 'BOTH',
    cause: 'MAINTENANCE',
    texts: { en: 'New server' },
    until: new Date(2026, 10, 28, 14).toISOString(),
    reason: 'they told us',
  })
})
