import { QueryClient } from '@tanstack/react-query'
import type { components } from '../src/api/schema.gen'
import { settingsQuery } from '../src/api/settings'
import { dayPriceQuery } from '../src/domain/chart/queries'
import { balancesQuery, catalogueQuery } from '../src/domain/queries'
import { savedCardsQuery } from '../src/domain/savedCards'
import { savedQuery } from '../src/domain/savedRequisites'
import { ADDRESS, COURSE, HUGE, LONG_NAME, TINY } from './samples'

type Schemas = components['schemas']

const currency = (code: string, name: string, kind: 'fiat' | 'crypto', payways: string[]) => ({
  code,
  name,
  kind,
  payways,
  scale: kind === 'fiat' ? 2 : 18,
  can_buy: true,
  can_sell: true,
})

const CURRENCIES = [
  currency('EUR', 'Euro', 'fiat', ['iban', 'visamc', 'gpay']),
  currency('BTC', 'Bitcoin', 'crypto', ['btc']),
  currency('ETH', 'Ethereum', 'crypto', ['eth']),
  currency('USDT', 'Tether', 'crypto', ['trc20', 'eth']),
]

export const PAYWAYS = [
  { code: 'iban', name: 'Bank transfer', kind: 'iban' },
  { code: 'visamc', name: 'Visa / MC', kind: 'card' },
  { code: 'btc', name: 'Bitcoin', kind: 'crypto', network: 'bitcoin', memo: false },
  { code: 'trc20', name: 'TRC20', kind: 'crypto', network: 'tron', memo: false },
  { code: 'ton', name: 'TON', kind: 'crypto', network: 'ton', memo: true },
] as unknown as Schemas['PaywayInfo'][]

const balance = (code: string, posted: string, rest: Partial<Schemas['Balance']> = {}) => ({
  currency: code,
  posted,
  available: posted,
  pending: '0',
  coming: '0',
  ...rest,
})

const BALANCES = {
  total: { amount: '12480.55', currency: 'EUR' },
  day_change: { amount: '231.10', percent: '1.89' },
  data: [
    balance('EUR', '1412.06', { main_value: '1412.06', pending: '50.00' }),
    balance('BTC', '0.184420171234567', { main_value: '10696.41', day_change_percent: '-2.13' }),
    balance('ETH', HUGE, { main_value: '98765432109876.12', day_change_percent: '4.60' }),
    balance('USDT', TINY, { main_value: '0.00', coming: '250' }),
  ],
}

const CARD = { brand: 'visa', last4: '4242', expiry_month: 7, expiry_year: 2029, holder: LONG_NAME }
const CARDS = [
  { id: 'one', ...CARD },
  { id: 'two', ...CARD, brand: 'mastercard', last4: '0341' },
]

const REQUISITES = [
  { id: 'one', kind: 'address', value: ADDRESS, name: LONG_NAME, payway: 'btc', currency: 'BTC' },
  {
    id: 'two',
    kind: 'address',
    value: ADDRESS.replace('8f3t4', '7q2m9'),
    name: 'Ledger',
    payway: 'btc',
    currency: 'BTC',
  },
]

const SETTINGS = { main_currency: 'EUR', hide_small_balances: false, language: 'en', theme: 'system' }

/** A client with the answers of an invented server, which asks for nothing. */
export function answered(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  const known: [{ queryKey: readonly unknown[] }, unknown][] = [
    [catalogueQuery, { currencies: CURRENCIES, payways: PAYWAYS }],
    [settingsQuery, SETTINGS],
    [balancesQuery, BALANCES],
    [savedCardsQuery, CARDS],
    [savedQuery, REQUISITES],
  ]
  for (const [{ queryKey }, data] of known) client.setQueryData(queryKey, data)
  const points = COURSE.map((value, at) => ({ at: new Date(Date.UTC(2026, 4, 1, 0, at * 24)).toISOString(), value }))
  for (const code of ['BTC', 'ETH', 'USDT'] as const) {
    const own = code === 'ETH' ? points.map(({ at }, place) => ({ at, value: COURSE.at(-place) ?? '' })) : points
    client.setQueryData(dayPriceQuery(code, 'EUR').queryKey, { currency: 'EUR', points: own })
  }
  return client
}
