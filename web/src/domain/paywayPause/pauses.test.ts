import { expect, it } from 'vitest'
import type { PaywayInfo, PaywayPause } from '../../api/exchangeTypes'
import { isStanding, ownWords, pausesOf } from './pauses'

const at = (hour: number) => Date.parse('2026-11-28T00:00:00Z') + hour * 3_600_000
const time = (hour: number) => new Date(at(hour)).toISOString()

const pause = (of: Partial<PaywayPause>): PaywayPause => ({
  flow: 'BOTH',
  cause: 'MAINTENANCE',
  texts: {},
  from: time(12),
  until: time(14),
  ...of,
})

const blik = (...pauses: PaywayPause[]): PaywayInfo => ({
  code: 'blik',
  kind: 'code',
  name: 'BLIK',
  currencies: ['PLN'],
  memo: false,
  pauses,
})

it('tells the pauses of a direction until the clock ends them', () => {
  const both = pause({})
  const { until: _, ...endless } = pause({ flow: 'OUT' })
  const out: PaywayPause = endless
  const known = blik(both, out)
  expect(pausesOf(known, 'IN', at(13))).toEqual([both])
  expect(pausesOf(known, 'OUT', at(13))).toEqual([both, out])
  expect(pausesOf(known, 'IN', at(14))).toEqual([])
  expect(pausesOf(known, 'OUT', at(99))).toEqual([out])
  expect(pausesOf(undefined, 'IN', at(13))).toEqual([])
})

it('stands from its beginning', () => {
  expect([isStanding(pause({}), at(11)), isStanding(pause({}), at(12))]).toEqual([false, true])
})

it('is told in the words of the language, or in English', () => {
  const told = pause({ texts: { en: 'New server', uk: 'Новий сервер' } })
  expect([ownWords(told, 'uk'), ownWords(told, 'pl'), ownWords(pause({}), 'en')]).toEqual([
    'Новий сервер',
    'New server',
    undefined,
  ])
})
