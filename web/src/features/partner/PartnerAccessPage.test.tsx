import { expect, it } from 'vitest'
import { linked, textOf } from '../../testing/shown'
import type { Consent } from './consents'
import { ConsentList } from './PartnerAccessPage'

const ONE: Consent = {
  id: 'pcs_1',
  partner: 'https://shop.example',
  state: 'confirmed',
  rights: ['see_verifications'],
  agreed_at: '2026-03-04T10:00:00Z',
  site: 'https://pay.example',
  updated_at: '2026-03-04T10:01:00Z',
}

const shown = async (consents: readonly Consent[]) =>
  textOf(await linked(<ConsentList consents={consents} onWithdraw={() => undefined} />))

it('says who has access, to what, since when, and where it was given', async () => {
  const text = await shown([ONE])
  expect(text).toContain('shop.example Sees which verifications are complete')
  expect(text).toMatch(/Since .*, given at pay\.example Withdraw$/)
  expect(text).not.toContain('May confirm your identity')
  const more = await shown([{ ...ONE, state: 'agreed', rights: ['see_verifications', 'confirm_identity'] }])
  expect(more).toContain('May confirm your identity to us from its own check')
  expect(more).toContain('The partner has not confirmed yet.')
})

it('says what the page is for while no partner has access', async () => {
  expect(await shown([])).toContain('No partner has access When you share your verification')
})
