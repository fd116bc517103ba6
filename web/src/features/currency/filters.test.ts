import { describe, expect, it, vi } from 'vitest'
import { isTurned, queryOf, readFilters } from './filters'

vi.stubEnv('TZ', 'Europe/Kyiv')

describe('filters', () => {
  it('are read from an address, and nothing else is', () => {
    const address = { type: 'deposit', state: 'success', from: '2026-01-02', to: '2026-01-03', search: 250 }
    expect(readFilters(address)).toEqual({ ...address, search: '250' })
    expect(readFilters({ type: 'DEPOSIT', state: 'toString', from: '2026-02-30', search: '  ', more: 1 })).toEqual({})
  })
  it('ask for whole days of the place', () => {
    expect(queryOf({ from: '2026-01-02', to: '2026-01-02' })).toEqual({
      from: '2026-01-01T22:00:00.000Z',
      to: '2026-01-02T22:00:00.000Z',
    })
  })
  it('ask for every status that has the word', () => {
    expect(queryOf({ state: 'failed', type: 'swap' })).toEqual({
      status: ['EXPIRED', 'REJECT', 'FAIL'],
      display_type: ['swap'],
    })
  })
  it('do not ask for what is too short to be looked for', () => {
    expect(queryOf({ search: ' a ' })).toEqual({})
    expect(queryOf({ search: ' 25 ' })).toEqual({ search: '25' })
  })
  it('know days that are the wrong way round', () => {
    expect(isTurned({ from: '2026-01-02', to: '2026-01-01' })).toBe(true)
    expect(isTurned({ from: '2026-01-02', to: '2026-01-02' })).toBe(false)
    expect(isTurned({ to: '2026-01-02' })).toBe(false)
  })
})
