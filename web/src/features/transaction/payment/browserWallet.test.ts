import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { payByWallet, type WalletSession, walletsHere } from './browserWallet'

const GOOGLE = { kind: 'google', label: 'East', data: { apiVersion: 2 } } as unknown as WalletSession
const APPLE = {
  kind: 'apple',
  label: 'East',
  data: { version: 3 },
  merchant_session: { nonce: 'old' },
} as unknown as WalletSession
const SAMSUNG: WalletSession = { kind: 'samsung', label: 'East', data: {} }
const TOTAL = { amount: '250.00', currency: 'EUR' }

/** What the faked browser does, and what it was asked. */
const browser = {
  can: (_method: string) => true,
  show: async (): Promise<unknown> => ({ paymentMethodData: { type: 'CARD' } }),
  asked: [] as unknown[],
  ended: [] as string[],
}

/** The documented part of `PaymentRequest` that pages use. */
class FakedRequest {
  onmerchantvalidation?: (event: { complete: (session: Promise<unknown>) => void }) => void
  private readonly method: string
  constructor([method]: [{ supportedMethods: string; data: unknown }], details: unknown) {
    if (method.supportedMethods === 'https://blocked.example') throw new RangeError()
    this.method = method.supportedMethods
    browser.asked.push([method, details])
  }
  canMakePayment = async () => browser.can(this.method)
  show = async () => {
    if (this.method.includes('apple')) {
      await new Promise((resolve) => this.onmerchantvalidation?.({ complete: (session) => resolve(session) })).then(
        (session) => browser.asked.push(session),
      )
    }
    const details = await browser.show()
    return { details, complete: async (result: string) => browser.ended.push(result) }
  }
}

beforeEach(() => {
  vi.stubGlobal('window', { PaymentRequest: FakedRequest })
  vi.stubGlobal('PaymentRequest', FakedRequest)
  Object.assign(browser, {
    can: () => true,
    asked: [],
    ended: [],
    show: async () => ({ paymentMethodData: { type: 'CARD' } }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const never = async () => undefined

it('offers the wallets that the browser has, and none that needs a script', async () => {
  browser.can = (method) => method.includes('google')
  expect(await walletsHere([GOOGLE, APPLE, SAMSUNG], TOTAL)).toEqual([GOOGLE])
  const total = { label: 'East', amount: { currency: 'EUR', value: '250.00' } }
  expect(browser.asked[0]).toEqual([{ supportedMethods: 'https://google.com/pay', data: GOOGLE.data }, { total }])
  vi.stubGlobal('window', {})
  expect(await walletsHere([GOOGLE, APPLE], TOTAL)).toEqual([])
})

it('sends what the wallet approved, and tells the wallet how it ended', async () => {
  const pay = vi.fn(async () => true)
  await payByWallet(GOOGLE, TOTAL, never, pay)
  expect(pay).toHaveBeenCalledWith({ kind: 'google', token: '{"type":"CARD"}' })
  pay.mockResolvedValue(false)
  await payByWallet(GOOGLE, TOTAL, never, pay)
  expect(browser.ended).toEqual(['success', 'fail'])
})

it('answers Apple with a fresh merchant session', async () => {
  browser.show = async () => ({ token: { transactionIdentifier: 't' } })
  const fresh = { ...APPLE, merchant_session: { nonce: 'new' } } as unknown as WalletSession
  const pay = vi.fn(async () => true)
  await payByWallet(APPLE, TOTAL, async () => fresh, pay)
  expect(browser.asked).toContainEqual({ nonce: 'new' })
  expect(pay).toHaveBeenCalledWith({ kind: 'apple', token: '{"transactionIdentifier":"t"}' })
})

it('pays nothing if the person closes the wallet', async () => {
  browser.show = () => Promise.reject(new DOMException('closed', 'AbortError'))
  const pay = vi.fn(async () => true)
  await payByWallet(GOOGLE, TOTAL, never, pay)
  browser.show = () => Promise.reject(new DOMException('broken', 'OperationError'))
  await expect(payByWallet(GOOGLE, TOTAL, never, pay)).rejects.toThrow('broken')
  expect(pay).not.toHaveBeenCalled()
})
