import { expect, it } from 'vitest'
import { textOf } from '../../../../testing/shown'
import type { Option } from '../options'
import { NetworkRow } from './NetworkRow'
import type { Fee } from './useFees'

const OPTION: Option = {
  key: 'USDT:trc20',
  endpoint: { currency: 'USDT', payway: 'trc20' },
  name: 'Tether',
  paywayName: 'TRC20',
  network: 'tron',
  kind: 'crypto',
  memo: false,
  also: '',
  group: 'stable',
  holds: undefined,
  available: true,
  reason: undefined,
}

const FREE: Fee = { money: { amount: '0.000000', currency: 'USDT' }, text: '', isFree: true, isCheapest: false }

const shown = (option: Partial<Option>) =>
  textOf(<NetworkRow group="g" option={{ ...OPTION, ...option }} checked={false} fee={FREE} onPick={() => undefined} />)

it('shows fee, time and minimum of a deposit over a network', () => {
  expect(shown({ least: '10.000000' })).toBe('TRON TRC20 · at least 10 USDT Free about 1 min')
})

it('shows why a network is off, and until when', () => {
  const until = new Date(2030, 0, 2, 14)
  const pause = { flow: 'BOTH', cause: 'NETWORK_TROUBLE', texts: {}, from: '2026-11-28T12:00:00Z' } as const
  const off = { available: false, reason: 'PAYWAY_PAUSED', pause: { ...pause, until: until.toISOString() } }
  expect(shown(off)).toBe('TRON Its network has a fault · until Jan 2, 2030, 14:00 Paused')
})

it('shows no minimum where the other end decides it, and nothing of a paused network', () => {
  expect(shown({})).toBe('TRON TRC20 Free about 1 min')
  expect(shown({ available: false, reason: 'RATES_UNAVAILABLE' })).toBe('TRON No rate at the moment Paused')
})
