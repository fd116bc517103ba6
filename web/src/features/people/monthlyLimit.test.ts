import { expect, it } from 'vitest'
import { monthlyLimit } from './monthlyLimit'

const usage = (bucket: 'fiat' | 'crypto_out', period: 'day' | 'month', limit?: string, used = '0.00') => ({
  bucket,
  period,
  currency: 'EUR' as const,
  used,
  ...(limit === undefined ? {} : { limit }),
})

const next = (limit?: string) => ({ tier: 'T1', requirements: [], limits: [usage('fiat', 'month', limit)] })

it('is that of cards and banks, with its rest and the limit of the next level', () => {
  const limits = [
    usage('crypto_out', 'month', '100.00'),
    usage('fiat', 'day', '50.00'),
    usage('fiat', 'month', '5000.00', '1820.00'),
  ]
  expect(monthlyLimit({ limits, next: next('25000.00') })).toEqual({
    left: '3180.00',
    limit: '5000.00',
    used: '1820.00',
    currency: 'EUR',
    next: '25000.00',
  })
})

it('is that of crypto where cards and banks have none, and nothing where neither has one', () => {
  expect(monthlyLimit({ limits: [usage('fiat', 'month'), usage('crypto_out', 'month', '9.00')] })?.limit).toBe('9.00')
  expect(monthlyLimit({ limits: [usage('fiat', 'month'), usage('fiat', 'day', '9.00')] })).toBeUndefined()
})

it('offers no next limit that is not higher', () => {
  const limits = [usage('fiat', 'month', '5000.00', '6000.00')]
  expect(monthlyLimit({ limits, next: next('5000.00') })).toMatchObject({ left: '0', next: undefined })
  expect(monthlyLimit({ limits, next: next() })?.next).toBeUndefined()
})
