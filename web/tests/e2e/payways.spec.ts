import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import {
  atRequisites,
  BTC_ADDRESS,
  confirm,
  give,
  openExchange,
  payByCard,
  pick,
  sandbox,
  type Side,
} from './support/exchange'
import { look } from './support/look'
import { BASE_URL } from './support/ports'
import { expect, signIn, test } from './support/test'

/** A payway of a currency: its code, the currency, and the name in the picker. */
type Way = readonly [code: string, currency: string, name: string]

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const SOLANA = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const TON = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'

/** Coins, their amounts, and an address of each network. Each one is swapped for the next, the last for the first. */
const COINS: readonly (readonly [way: Way, amount: string, address: string])[] = [
  [['base', 'USDC', 'Base'], '150', EVM],
  [['erc20', 'DAI', 'ERC20'], '150', EVM],
  [['bep20', 'DOGE', 'BEP20'], '900', EVM],
  [['trc20', 'USDD', 'TRC20'], '150', TRON],
  [['tron', 'TRX', 'TRON'], '600', TRON],
  [['bsc', 'BNB', 'BSC'], '0.25', EVM],
  [['sol', 'SOL', 'Solana'], '1', SOLANA],
  [['spl', 'EURC', 'Solana SPL'], '150', SOLANA],
  [['arbitrum', 'ARB', 'Arbitrum'], '500', EVM],
  [['arbitrum_erc20', 'ZRO', 'Arbitrum ERC20'], '90', EVM],
  [['arbitrum_eth', 'ETH', 'Arbitrum'], '0.06', EVM],
  [['ton', 'TON', 'TON'], '60', TON],
]

/** What other journeys walk to the end, by payway and direction. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'visamc in': 'buy.spec.ts',
  'visamc out': 'journeys.spec.ts',
  'iban in': 'ways-out.spec.ts',
  'iban out': 'sell-swap.spec.ts',
  'blik in': 'buy.spec.ts',
  'mono in': 'buy.spec.ts',
  'bybitpay in': 'buy.spec.ts',
  'whitebit in': 'buy.spec.ts',
  'btc in': 'sell-swap.spec.ts',
  'btc out': 'buy.spec.ts',
  'eth in': 'sell-swap.spec.ts',
  'ltc in': 'litecoin.spec.ts',
  'ltc out': 'litecoin.spec.ts',
}

/** What the second journey below orders. */
const BY_HAND = ['card in', 'eth out', 'card out', 'whitebit out']

test('every payway is walked to the end in each direction', async ({ request }) => {
  const { data } = (await (await request.get('/api/client/v1/payways')).json()) as { data: { code: string }[] }
  const swapped = COINS.flatMap(([[code]]) => [`${code} in`, `${code} out`])
  const walked = new Set([...Object.keys(ELSEWHERE), ...BY_HAND, ...swapped])
  const onlyIn = ['blik out', 'mono out', 'bybitpay out']
  const expected = data.flatMap(({ code }) => [`${code} in`, `${code} out`]).filter((way) => !onlyIn.includes(way))
  expect([...walked].sort()).toEqual(expected.sort())
})

test('coins of every network are swapped for coins of another', async ({ page }) => {
  test.setTimeout(240_000)
  const token = await signIn(page, `ways-${crypto.randomUUID().slice(0, 8)}+t3@example.test`)
  const orders: string[] = []
  for (const [at, [from, amount]] of COINS.entries()) {
    const [to, , address] = COINS[(at + 1) % COINS.length] ?? []
    if (!to || !address) continue
    await test.step(`${from[1]} by ${from[2]} for ${to[1]} by ${to[2]}`, async () => {
      await fill(page, 'Swap', from, to, amount)
      await typeAddress(page, to, address)
      await confirm(page)
      const order = orderOf(page)
      await simulate(page, token, order, 'pay')
      orders.push(order)
    })
  }
  await allDone(page, token, orders)
})

test('hryvnias come by a Ukrainian card, and leave to one and as a WhiteBIT code', async ({ page }) => {
  test.setTimeout(120_000)
  const token = await signIn(page, `codes-${crypto.randomUUID().slice(0, 8)}+t3@example.test`)
  const orders: string[] = []

  await test.step('a Ukrainian card pays for Ether', async () => {
    await fill(page, 'Buy', ['card', 'UAH', 'Ukrainian card'], ['eth', 'ETH', 'Ethereum'], '5000')
    await typeAddress(page, ['eth', 'ETH', 'Ethereum'], EVM)
    await confirm(page)
    await payByCard(page, '4242 4242 4242 4242')
    orders.push(orderOf(page))
    await expect(page.getByText(/Visa •••• 4242/).first()).toBeVisible()
  })

  await test.step('a Ukrainian card receives hryvnias', async () => {
    await fill(page, 'Sell', ['btc', 'BTC', 'Bitcoin'], ['card', 'UAH', 'Ukrainian card'], '0.003')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expiry').fill('12 / 30')
    await page.getByLabel('Name on the card').fill('Olena Kovalenko')
    await page.getByRole('button', { name: 'Continue' }).click()
    await confirm(page)
    const order = orderOf(page)
    await simulate(page, token, order, 'pay')
    orders.push(order)
  })

  await test.step('a code is shown once its owner asks for it', async () => {
    await fill(page, 'Sell', ['btc', 'BTC', 'Bitcoin'], ['whitebit', 'UAH', 'WhiteBIT code'], '0.003')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('You get a code: WhiteBIT code')).toBeVisible()
    await look(page, 'payout-code-confirm')
    await confirm(page)
    await sandbox(page, 'Pay')
    await sandbox(page, 'Confirm')
    const ask = page.getByRole('button', { name: 'Show the code' })
    await expect(ask).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/WB-/)).toHaveCount(0)
    await look(page, 'payout-code')
    await ask.click()
    await expect(page.getByTestId('payout-code')).toHaveText(/^WB-[0-9A-F]{32}$/)
    await expect(page.getByRole('button', { name: 'Copy the code' })).toBeVisible()
    await look(page, 'payout-code-shown')
    await clean(page, 'a code that was paid out')
    await page.getByRole('button', { name: 'Hide the code' }).click()
    await expect(page.getByText(/WB-/)).toHaveCount(0)
  })

  await allDone(page, token, orders)
})

for (const [kind, name] of [
  ['apple', 'Apple Pay'],
  ['samsung', 'Samsung Pay'],
] as const) {
  test(`buys with ${name}`, async ({ person: page }) => {
    await page.addInitScript((wallet) => {
      if (wallet === 'apple') Object.assign(window, { ApplePaySession: class {} })
      else Object.defineProperty(navigator, 'userAgent', { value: `${navigator.userAgent} SamsungBrowser/28.0` })
    }, kind)
    await fill(page, 'Buy', ['visamc', 'EUR', 'Visa / MC'], ['btc', 'BTC', 'Bitcoin'], '100')
    await typeAddress(page, ['btc', 'BTC', 'Bitcoin'], BTC_ADDRESS)
    await confirm(page)
    await page.getByRole('button', { name: `Pay with ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: /4242/ }).click()
    await expect(page.getByRole('article').getByText('Success', { exact: true })).toBeVisible({ timeout: 30_000 })
  })
}

/** Fills the form, up to its Continue button. */
async function fill(page: Page, side: Side, from: Way, to: Way, amount: string): Promise<void> {
  await openExchange(page, side)
  await pick(page, 'You pay', from[1], from[2])
  await pick(page, 'You receive', to[1], to[2])
  await give(page, amount)
}

/** Names the address on the form, or on its own page where the network has memos, and goes on to the confirmation. */
async function typeAddress(page: Page, [code, currency]: Way, address: string): Promise<void> {
  if (code === 'ton') {
    await page.getByRole('button', { name: 'Continue' }).click()
    await atRequisites(page)
    await page.getByLabel('Memo', { exact: true }).fill('778899')
  }
  await page.getByLabel(new RegExp(`^Your ${currency} address`)).fill(address)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const orderOf = (page: Page) => /ord_[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}`, origin: BASE_URL } })

/** Does what the outside world does for an order. */
async function simulate(page: Page, token: string, order: string, action: string): Promise<void> {
  const path = `/api/client/v1/sandbox/transactions/${order}/${action}`
  const answer = await page.request.post(path, { ...withToken(token), data: {} })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Waits until the orders are done. Their blocks are mined at once where they wait for one. */
async function allDone(page: Page, token: string, orders: readonly string[]): Promise<void> {
  for (const order of orders) {
    await expect(async () => {
      const answer = await page.request.get(`/api/client/v1/transactions/${order}`, withToken(token))
      const { status, sub_state, from, to } = (await answer.json()) as Record<string, unknown>
      if (status === 'WAIT') await simulate(page, token, order, 'confirm').catch(() => undefined)
      expect({ order, status, sub_state, from, to }).toMatchObject({ status: 'DONE' })
    }).toPass({ timeout: 40_000, intervals: [200] })
  }
}
