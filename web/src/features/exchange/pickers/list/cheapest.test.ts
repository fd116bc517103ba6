import { expect, it } from 'vitest'
import { cheapestNetwork } from './cheapest'

const price = (cost_percent: string, fee: string, currency = 'EUR') => ({
  cost_percent,
  lines: [
    { kind: 'service_fee', amount: '8', currency: 'EUR' },
    { kind: 'network_fee', amount: fee, currency },
  ],
})

it('marks the network that costs least', () => {
  expect(cheapestNetwork([price('3.7', '0.56'), price('3.51', '0.02'), price('3.52', '0.03')])).toBe(1)
})

it('tells equal percentages apart by the fee of the network', () => {
  expect(cheapestNetwork([price('3.51', '0.03'), undefined, price('3.51', '0.02')])).toBe(2)
  expect(cheapestNetwork([price('3.51', '0.03'), price('3.51', '0.02', 'USD')])).toBeUndefined()
})

it('marks none if there is nothing to compare', () => {
  expect(cheapestNetwork([])).toBeUndefined()
  expect(cheapestNetwork([price('3.51', '0.03'), undefined])).toBeUndefined()
  expect(cheapestNetwork([price('3.51', '0.03'), price('3.51', '0.03')])).toBeUndefined()
})
