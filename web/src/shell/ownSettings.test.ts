import { describe, expect, it } from 'vitest'
import type { Settings } from '../api/auth'
import { lookWanted } from './ownSettings'

const kept: Settings = { language: 'pl', theme: 'dark', main_currency: 'EUR', hide_small_balances: false }

describe('signing in on another machine', () => {
  it('brings the language and theme along', () => {
    expect(lookWanted(kept, {})).toEqual({ language: 'pl', theme: 'dark' })
  })
  it('keeps what the person has just chosen on the sign-in page', () => {
    expect(lookWanted(kept, { language: 'uk' })).toEqual({ language: 'uk', theme: 'dark' })
  })
})
