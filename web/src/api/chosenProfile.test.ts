import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chooseProfile, currentProfile, keepProfile } from './chosenProfile'
import { tokens } from './tokens'

const OWN = ['prf_1', 'prf_2', 'prf_3']
let kept: Map<string, string>
let keptByTab: Map<string, string>
let left: string[]

beforeEach(() => {
  kept = new Map()
  keptByTab = new Map()
  left = []
  const storage = (of: Map<string, string>) => ({
    getItem: (key: string) => of.get(key) ?? null,
    setItem: (key: string, value: string) => of.set(key, value),
  })
  vi.stubGlobal('localStorage', storage(kept))
  vi.stubGlobal('sessionStorage', storage(keptByTab))
  vi.stubGlobal('location', { assign: (to: string) => left.push(to) })
  tokens.setProfile(undefined)
})
afterEach(() => vi.unstubAllGlobals())

it('is the first profile for who has chosen none, and the chosen one once the page was loaded again', () => {
  expect(currentProfile(OWN)).toBe('prf_1')
  chooseProfile('prf_2', '/frame/cabinet')
  expect(left).toEqual(['/frame/cabinet'])
  expect(currentProfile(OWN)).toBe('prf_2')
})

it('does not change under a page because another tab chose', () => {
  tokens.setProfile('prf_3')
  kept.set('agio.profile', 'prf_2')
  expect(currentProfile(OWN)).toBe('prf_3')
})

it('is the same after a reload, whatever another tab chose since', () => {
  keepProfile('prf_1')
  kept.set('agio.profile', 'prf_2')
  expect(currentProfile(OWN)).toBe('prf_1')
})

it('is never one that is closed or somebody else’s', () => {
  tokens.setProfile('prf_9')
  kept.set('agio.profile', 'prf_8')
  expect(currentProfile(OWN)).toBe('prf_1')
  expect(currentProfile([])).toBeUndefined()
})

it('is the first one where storage is closed', () => {
  const closed = () => {
    throw new Error('closed')
  }
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed })
  vi.stubGlobal('sessionStorage', { getItem: closed, setItem: closed })
  chooseProfile('prf_2', '/cabinet')
  expect(currentProfile(OWN)).toBe('prf_1')
})
