import { expect, it } from 'vitest'
import type { Line, PaywayInfo } from '../../api/exchangeTypes'
import { textOf } from '../../testing/shown'
import { Ways } from './Ways'

const way = (code: 'trc20' | 'erc20' | 'ton', name: string, network: PaywayInfo['network']) =>
  ({ code, name, network, kind: 'crypto', currencies: ['USDT'], memo: false }) as PaywayInfo

const WAYS = [way('trc20', 'TRC20', 'tron'), way('erc20', 'ERC20', 'ethereum'), way('ton', 'TON', 'ton')]

const direction = (from_payway: string, min_from: string, available = true) => ({ from_payway, min_from, available })

const line = (kind: Line['kind'], amount: string, rest: Partial<Line> = {}): Line => ({
  kind,
  amount,
  currency: 'USDT',
  ...rest,
})

const ANSWERS = [
  [
    ['directions', 'deposit', 'USDT'],
    [direction('trc20', '10.000000'), direction('erc20', '20.000000'), direction('ton', '0.000000', false)],
  ],
  [
    ['quote', 'fee', 'deposit', 'USDT', 'trc20', '10.000000'],
    { lines: [line('amount_converted', '10.000000'), line('processing_fee', '0.000000')] },
  ],
  [
    ['quote', 'fee', 'deposit', 'USDT', 'erc20', '20.000000'],
    { lines: [line('processing_fee', '0.700000', { fee: { type: 'MULT', add: '0.5', mult: '1', min: '0.7' } })] },
  ],
] as const

const shown = (answers: typeof ANSWERS | [] = ANSWERS) =>
  textOf(<Ways ways={WAYS} currency="USDT" chosen="trc20" onChoose={() => undefined} />, { answers })

it('shows the fee, the time and the minimum of each network', () => {
  const text = shown()
  expect(text).toContain('TRON TRC20 · at least 10 USDT Free about 1 min')
  expect(text).toContain('Ethereum ERC20 · at least 20 USDT 0.5 USDT + 1 %, at least 0.7 USDT about 3 min')
  expect(text, 'a closed network promises nothing').toContain('TON Not available now')
})

it('shows names and times before the server has answered', () => {
  const text = shown([])
  expect(text).toContain('TRON TRC20 about 1 min')
  expect(text).not.toContain('Free')
})
