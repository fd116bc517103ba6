import { describe, expect, it } from 'vitest'
import { balancePath } from './balancePath'

const read = (address: string) => balancePath(address.split('/'))
const ORDER = 'ord_019a0000000070008000000000000001'

/** Every address of the specification, "Screens and routes", that has no page of its own. */
describe('an address below the balances', () => {
  it.each([
    ['deposit/crypto', { action: 'deposit', kind: 'crypto', page: 'start' }],
    ['deposit/card/EUR/form', { action: 'deposit', kind: 'card', currency: 'EUR', page: 'start' }],
    ['deposit/card/form', { action: 'deposit', kind: 'card', page: 'start' }],
    ['deposit/code/PLN/confirm', { action: 'deposit', kind: 'code', currency: 'PLN', page: 'confirm' }],
    ['deposit/card/EUR/insert-card', { action: 'deposit', kind: 'card', currency: 'EUR', page: 'insert-card' }],
    ['deposit/iban/EUR/personal-info', { action: 'deposit', kind: 'iban', currency: 'EUR', page: 'personal-info' }],
    ['withdraw/EUR', { action: 'withdraw', currency: 'EUR', page: 'start' }],
    ['withdraw/currency-list/crypto', { action: 'withdraw', kind: 'crypto', page: 'start' }],
    ['withdraw/crypto/USDe/form', { action: 'withdraw', kind: 'crypto', currency: 'USDe', page: 'start' }],
    ['withdraw/iban/form', { action: 'withdraw', kind: 'iban', page: 'start' }],
    ['withdraw/iban/EUR/requisites', { action: 'withdraw', kind: 'iban', currency: 'EUR', page: 'requisites' }],
    ['withdraw/card/EUR/confirm', { action: 'withdraw', kind: 'card', currency: 'EUR', page: 'confirm' }],
    ['withdraw/crypto/BTC/additional-info', { action: 'withdraw', kind: 'crypto', currency: 'BTC', page: 'confirm' }],
    ['convert/EUR/form', { action: 'convert', currency: 'EUR', page: 'start' }],
    ['convert/form', { action: 'convert', page: 'start' }],
    ['convert/confirm', { action: 'convert', page: 'confirm' }],
    ['deposit/verification/phone', { action: 'deposit', page: { verify: 'phone' } }],
    [
      'deposit/card/EUR/verification/phone/forbidden',
      { action: 'deposit', kind: 'card', currency: 'EUR', page: { verify: 'phone/forbidden' } },
    ],
    ['withdraw/iban/verification/address', { action: 'withdraw', kind: 'iban', page: { verify: 'address' } }],
    ['convert/EUR/verification/identity', { action: 'convert', currency: 'EUR', page: { verify: 'identity' } }],
    ['convert/verification/phone-messenger', { action: 'convert', page: { verify: 'phone-messenger' } }],
    ['deposit/card/EUR/personal-data', { action: 'deposit', kind: 'card', currency: 'EUR', page: 'personal-data' }],
    ['withdraw/personal-data', { action: 'withdraw', page: 'personal-data' }],
  ])('%s is a movement', (address, opens) => expect(read(address)).toEqual({ to: 'movement', ...opens }))

  it.each([
    ['deposit/crypto/USDT', { to: 'details', currency: 'USDT' }],
    ['deposit/crypto/USDT/trc20', { to: 'details', currency: 'USDT', payway: 'trc20' }],
    [`deposit/${ORDER}`, { to: 'transaction', type: 'deposit', id: ORDER }],
    [`refund/${ORDER}`, { to: 'transaction', type: 'refund', id: ORDER }],
    ['onboarding-details/card', { to: 'onboarding', product: 'card' }],
    ['onboarding-details/iban/true', { to: 'onboarding', product: 'balances' }],
  ])('%s is another page', (address, opens) => expect(read(address)).toEqual(opens))

  it.each([
    'deposit/card/EUR/requisites',
    'deposit/card/EUR/form/more',
    'deposit/card/EUR/visamc',
    'deposit/crypto/USDT/trc20/form',
    'deposit/crypto/USDT/trc20/more',
    'withdraw/currency-list/cash',
    'withdraw/currency-list/iban/EUR',
    'withdraw/iban/EUR/verification/toString',
    'convert/EUR/BTC/form',
    'EUR/settings',
    `EUR/${ORDER}`,
    `deposit/${ORDER}/more`,
    'onboarding-details',
    'onboarding-details/card/true/more',
    'toString/form',
  ])('%s is none', (address) => expect(read(address)).toBeUndefined())
})
