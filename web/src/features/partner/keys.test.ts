import { describe, expect, it } from 'vitest'
import { firstCall, keyState, listed, type PartnerScope, paysOut, scopesOf } from './keys'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const SCOPES: PartnerScope[] = [
  { code: 'exchanger:read', kinds: ['exchanger', 'wallet'], implies: [], needs_signature: false },
  { code: 'wallet:full', kinds: ['wallet'], implies: ['wallet:withdrawals'], needs_signature: true },
]

describe('a key in the list', () => {
  it('is new until its first use', () => {
    expect(keyState({ created_at: '2026-02-28T12:00:00Z' }, NOW)).toBe('new')
    expect(keyState({ created_at: '2026-02-01T12:00:00Z', used_at: '2026-03-01T11:00:00Z' }, NOW)).toBe('active')
  })
  it('that nobody has used for two months is a candidate for revoking', () => {
    expect(keyState({ created_at: '2025-12-01T12:00:00Z' }, NOW)).toBe('unused')
    expect(keyState({ created_at: '2025-01-01T12:00:00Z', used_at: '2025-12-30T11:00:00Z' }, NOW)).toBe('unused')
    expect(keyState({ created_at: '2025-01-01T12:00:00Z', revoked_at: '2026-02-28T12:00:00Z' }, NOW)).toBe('revoked')
  })
})

describe('the form of a key', () => {
  it('takes addresses with commas, spaces and lines', () => {
    expect(listed(' 192.0.2.1, 192.0.2.0/24\n2001:db8::1 ,')).toEqual(['192.0.2.1', '192.0.2.0/24', '2001:db8::1'])
    expect(listed(' ')).toEqual([])
  })
  it('offers the scopes of the kind, and knows which let money leave', () => {
    expect(scopesOf(SCOPES, 'exchanger').map(({ code }) => code)).toEqual(['exchanger:read'])
    expect(paysOut(SCOPES, ['exchanger:read'])).toBe(false)
    expect(paysOut(SCOPES, ['wallet:full'])).toBe(true)
  })
})

it('the first call is for this site and never holds a secret', () => {
  const text = firstCall('https://pay.example')
  expect(text).toContain('https://pay.example/api/partner/v1/quotes')
  expect(text).toContain('$KEY')
  const body: unknown = JSON.parse(text.slice(text.indexOf("'{") + 1, text.lastIndexOf("'")))
  expect(body).toMatchObject({ from_currency: 'EUR', from_amount: '500.00' })
})
