import { expect, it } from 'vitest'
import { textOf } from '../../../testing/shown'
import type { Route } from './arrivals'
import { RouteList } from './RouteList'
import { sideOf, type UnifiedForm } from './useUnifiedForm'

function route(payway: string, currency: string, amount: string, rest: Partial<Route> = {}): Route {
  const quote = { from_payway: payway, from_currency: currency, from_amount: amount, to_payway: 'balance' }
  const known = { is_covered: true, is_enabled: true, ...rest }
  return { quote: { ...quote, to_currency: 'EUR', cost_percent: '2.53' }, ...known } as Route
}

const payways = [{ code: 'visamc', name: 'Visa / MC', kind: 'card' }]

/** What a person reads of the list, without its spaces. */
function shown(routes: Route[]): string {
  const form = {
    routes,
    isBusy: false,
    isFresh: true,
    chosen: routes[0],
    pick: () => {},
    catalogue: { data: { payways } },
  }
  return textOf(<RouteList form={form as unknown as UnifiedForm} deposit="Deposit" />).replaceAll(/\s/g, '')
}

it('offers the balances that cover what should arrive, and the ways to pay it in', () => {
  const routes = [
    route('balance', 'PLN', '130.00', { available: '192.40' }),
    route('visamc', 'EUR', '30.79'),
    route('balance', 'BTC', '0.0004', { available: '0.0001', is_covered: false, is_enabled: false }),
  ]
  const text = shown(routes)
  expect(text).toContain('2waystopay')
  expect(text).toContain('PLN192.40PLNavailable130.00PLN2.53%cost')
  expect(text).toContain('Visa/MCMoneyfromoutside30.79€2.53%cost')
  expect(text).toContain('BTCOnly0.0001BTCavailable')
  expect(routes.map(sideOf)).toEqual(['CONVERT', 'DEPOSIT', 'CONVERT'])
})

it('asks for a deposit where nothing can pay', () => {
  expect(shown([])).toBe('Thereisnomoneyonyourbalancesyet.Deposit')
})
