import { expect, it } from 'vitest'
import { ApiError } from '../../api/problem'
import { phraseQuery, sessionsQuery, twoFactorQuery } from '../../features/security/queries'
import { linked, markupOf, textOf } from '../../testing/shown'
import { SecurityRows } from './SecurityRows'

it('leads on from a row whose state could not be had, without claiming one', async () => {
  const failed = new ApiError('ERR_NETWORK', 0)
  const errors = [twoFactorQuery, sessionsQuery, phraseQuery].map(({ queryKey }) => [queryKey, failed] as const)
  const node = await linked(<SecurityRows />)
  const text = textOf(node, { errors })
  expect(text).toContain('Two-factor authentication A second step when you sign in and send money Passkeys')
  expect(text).not.toMatch(/\b(On|Off|Set|Not set|None)\b/)
  const markup = markupOf(node, { errors })
  expect(markup, 'nothing is coming any more').not.toContain('aria-busy')
  for (const page of ['two-factor-authentication', 'passkeys', 'devices', 'phrase'])
    expect(markup).toContain(`href="/profile/${page}"`)
})

it('holds the place of a state that is coming, and shows it', async () => {
  const node = await linked(<SecurityRows />)
  expect(markupOf(node)).toContain('aria-busy')
  const answers = [
    [twoFactorQuery.queryKey, { passkeys: 1 }],
    [sessionsQuery.queryKey, [{ current: true, browser: 'Firefox', system: 'Linux' }]],
    [phraseQuery.queryKey, {}],
  ] as const
  const text = textOf(node, { answers })
  expect(text).toContain('Two-factor authentication With a passkey On')
  expect(text).toContain('This one: Firefox, Linux')
  expect(text).toContain('Not set')
})
