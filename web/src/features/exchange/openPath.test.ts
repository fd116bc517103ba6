import { QueryClient } from '@tanstack/react-query'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { balancesQuery, catalogueQuery } from '../../domain/queries'
import { EMPTY_DRAFT, type ExchangeDraft, exchangeDraft } from './draft'
import { openPath } from './openPath'

const queries = new QueryClient()
const currency = (code: string, payways: string[]) => ({ code, payways })
const catalogue = {
  currencies: [currency('BTC', ['btc']), currency('EUR', ['iban', 'visamc']), currency('USDT', ['trc20', 'ton'])],
  payways: [
    { code: 'btc', kind: 'crypto' },
    { code: 'trc20', kind: 'crypto' },
    { code: 'ton', kind: 'crypto' },
    { code: 'iban', kind: 'iban' },
    { code: 'visamc', kind: 'card' },
  ],
}
const balances = { data: [{ currency: 'USDT', posted: '5', available: '5', main_value: '5' }] }

/** Where an address leads: the page and its parameters. */
async function opened(address: string) {
  try {
    return await openPath(address.split('/'), queries)
  } catch (error) {
    if (isRedirect(error)) return [error.options.to, error.options.params, error.options.search].filter(Boolean)
    if (isNotFound(error)) return 'not found'
    throw error
  }
}

const START = ['/balances/$place/{-$currency}', { place: 'withdraw', currency: undefined }]
const withdrawal: ExchangeDraft = {
  ...EMPTY_DRAFT,
  side: 'WITHDRAW',
  from: { currency: 'USDT', payway: 'balance' },
  to: { currency: 'USDT', payway: 'ton' },
  amount: '5',
  agreed: true,
  requisite: { kind: 'address', value: 'UQ1' },
}

beforeEach(() => {
  exchangeDraft.clear()
  queries.setQueryData(catalogueQuery.queryKey, catalogue as never)
  queries.setQueryData(balancesQuery.queryKey, balances as never)
})

describe('an address of a movement', () => {
  it('opens its step, if the draft is of this movement', async () => {
    exchangeDraft.set(() => withdrawal)
    expect(await opened('withdraw/crypto/USDT/confirm')).toEqual(['/exchange/confirm'])
    expect(await opened('withdraw/crypto/confirm')).toEqual(['/exchange/confirm'])
    expect(await opened('withdraw/crypto/USDT/requisites')).toEqual(['/exchange/requisites'])
    expect(exchangeDraft.get()).toBe(withdrawal)
  })

  it('opens the first step that is not done', async () => {
    const { requisite: _none, ...bare } = withdrawal
    exchangeDraft.set(() => bare)
    expect(await opened('withdraw/crypto/USDT/confirm')).toEqual(['/exchange/requisites'])
  })

  it('starts the movement with its currency and payway, if the draft is of another one', async () => {
    exchangeDraft.set(() => withdrawal)
    expect(await opened('withdraw/card/EUR/confirm')).toEqual(START)
    expect(exchangeDraft.get()).toMatchObject({
      from: { currency: 'EUR', payway: 'balance' },
      to: { currency: 'EUR', payway: 'visamc' },
      amount: '',
    })
    await opened('deposit/iban/EUR/form')
    expect(exchangeDraft.get()).toMatchObject({ side: 'DEPOSIT', from: { payway: 'iban' }, to: { payway: 'balance' } })
  })

  it('takes a currency with money, if it names none', async () => {
    expect(await opened('withdraw/currency-list/crypto')).toEqual(START)
    expect(exchangeDraft.get().to).toEqual({ currency: 'USDT', payway: 'trc20' })
  })

  it('does not exist for a currency that there is not', async () => {
    expect(await opened('withdraw/crypto/XYZ/form')).toBe('not found')
    expect(exchangeDraft.get()).toBe(EMPTY_DRAFT)
  })

  it('opens a verification of the movement', async () => {
    expect(await opened('withdraw/crypto/USDT/verification/phone')).toEqual([
      '/transaction/$transactionType/verification/$',
      { transactionType: 'withdraw', _splat: 'phone' },
    ])
    expect(exchangeDraft.get().side).toBe('WITHDRAW')
  })
})

describe('another address below the balances', () => {
  it('opens the deposit details with the network', async () => {
    expect(await opened('deposit/crypto/USDT/ton')).toEqual([
      '/balances/$place/{-$currency}',
      { place: 'details', currency: 'USDT' },
      { payway: 'ton' },
    ])
  })

  it('opens the steps of a product', async () => {
    expect(await opened('onboarding-details/card')).toEqual(['/onboarding/$', { _splat: 'card/progress' }])
  })

  it('is unknown', async () => {
    expect(await opened('EUR/more/words')).toBe('not found')
  })
})
