import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { depositByCard, holds, toBankAccount } from './support/balance'
import { IBAN, pick, sandbox } from './support/exchange'
import { mine, pay } from './support/litecoin'
import { look } from './support/look'
import { expect, test } from './support/test'

const node = process.env.AGIO_E2E_LITECOIN ?? ''

const POLISH_IBAN = 'PL61109010140000071219812874'

/** Orders a deposit, up to the payment. */
async function orderDeposit(page: Page, currency: string, payway: string, amount: string) {
  await page.goto('/balances/deposit')
  await pick(page, 'You pay', currency, payway)
  await page.getByLabel('You pay', { exact: true }).fill(amount)
  await expect(page.getByLabel('To your balance', { exact: true })).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await expect(page).toHaveURL(/\/transaction\/payin\/ord_/)
}

const arrived = (page: Page) => expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()

/** Chooses all of the balance. */
async function takeAll(page: Page, amount: RegExp) {
  await page.getByRole('button', { name: amount }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
}

/** Confirms a withdrawal, and waits until it has been sent. */
async function send(page: Page, amount: string | RegExp) {
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(/\/transaction\/payout\/ord_/)
  const done = page.getByRole('status').filter({ hasText: 'has been sent to your' })
  await expect(done).toBeVisible({ timeout: 40_000 })
  await expect(done).toContainText(amount)
  return done
}

/** Converts all of a balance, and returns what the other one received. */
async function convert(page: Page, from: string, all: RegExp, to: string) {
  await page.goto(`/balances/${from}`)
  await page.getByRole('link', { name: 'Convert', exact: true }).click()
  await page.getByRole('button', { name: /^To your balance: / }).click()
  const drawer = page.getByRole('dialog', { name: 'To your balance' })
  await drawer.getByRole('searchbox').fill(to)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: new RegExp(`^To your balance: ${to}`) })).toBeVisible()
  await takeAll(page, all)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(/\/transaction\/convert\/ord_/)
  const done = page.getByRole('status').filter({ hasText: 'is on your balance' })
  await expect(done).toBeVisible()
  return done
}

test('euro come by bank transfer, and all of them leave to a card', async ({ person: page }) => {
  await test.step('the bank transfer needs its reference, and arrives whole', async () => {
    await orderDeposit(page, 'EUR', 'Bank transfer', '100')
    await expect(page.getByRole('heading', { name: 'Now: transfer exactly 100.00 €' })).toBeVisible()
    await expect(page.getByText('Reference', { exact: true })).toBeVisible()
    await look(page, 'deposit-bank')
    await clean(page, 'a deposit by bank transfer')
    await sandbox(page, 'Pay')
    await arrived(page)
    await holds(page, 'EUR', '100.00 €')
  })

  await test.step('all of it goes to a card, by its number', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).click()
    await pick(page, 'You receive', 'EUR', 'Visa / MC')
    await takeAll(page, /^All 100\.00\s€$/)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Your card' })).toBeVisible()
    await expect(page.getByLabel('CVV'), 'to receive money needs none').toHaveCount(0)
    await look(page, 'withdraw-card')
    await clean(page, 'the card that receives a withdrawal')
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expiry').fill('12 / 30')
    await page.getByLabel('Name on the card').fill('Olena Kovalenko')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'To your card' })).toBeVisible()
    await look(page, 'withdraw-card-confirm')
    const done = await send(page, '99.10 €')
    await expect(done).toContainText('Visa •••• 4242')
    await look(page, 'withdraw-card-done')
    await holds(page, 'EUR', '0.00 €')
  })
})

test('zloty come by BLIK, and all of them leave to a Polish account', async ({ person: page }) => {
  await test.step('a code of the bank’s app confirms', async () => {
    await orderDeposit(page, 'PLN', 'BLIK', '500')
    await page.getByLabel('BLIK code').fill('777123')
    await page.getByRole('button', { name: 'Pay with BLIK' }).click()
    await arrived(page)
    await holds(page, 'PLN', '494.00 PLN')
  })

  await test.step('an account of another country is refused, and one in Poland is paid', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).click()
    await pick(page, 'You receive', 'PLN', 'Bank transfer')
    await takeAll(page, /^All 494\.00\sPLN$/)
    await page.getByRole('button', { name: 'Continue' }).click()
    const account = page.getByLabel('IBAN of your PLN account')
    await account.fill(IBAN)
    await expect(page.getByText('PLN can be sent only to Polish IBANs')).toBeVisible()
    await look(page, 'withdraw-not-polish')
    await page.goBack()
    await toBankAccount(page, POLISH_IBAN)
    await send(page, /49\d\.\d\d\sPLN/)
    await holds(page, 'PLN', '0.00 PLN')
  })
})

test('all that came by card becomes Bitcoin, and all of that comes back', async ({ person: page }) => {
  await depositByCard(page, '100')

  await test.step('no cent stays behind', async () => {
    await convert(page, 'EUR', /^All 97\.35\s€$/, 'BTC')
    await holds(page, 'EUR', '0.00 €')
  })

  await test.step('nor does a part of a Bitcoin', async () => {
    const done = await convert(page, 'BTC', /^All 0\.00\d+\sBTC$/, 'EUR')
    const back = (/\d+\.\d\d\s€/.exec((await done.textContent()) ?? '') ?? [])[0] ?? ''
    expect(back, 'less the price of two conversions').toMatch(/^9\d\./)
    await holds(page, 'BTC', /^0(\.0+)?\sBTC$/)
    await holds(page, 'EUR', back)
  })
})

test('Litecoin come over their network, become euro, and leave to a bank account', async ({ person: page }) => {
  test.skip(node === '', 'litecoind is not installed')

  await test.step('what is sent to the own address is on the balance once it is confirmed', async () => {
    await page.goto('/balances/details/LTC')
    await expect(page.getByText(/^at least 0\.1\sLTC$/).last()).toBeVisible()
    const deposits = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Latest deposits' }) })
    await pay(node, await page.getByText(/^rltc1[a-z0-9]+$/).innerText(), '2')
    await expect(deposits.getByRole('listitem')).toContainText('In progress')
    await mine(node, 6)
    await expect(deposits.getByRole('listitem')).toContainText('Success')
    await holds(page, 'LTC', /^2(\.0+)?\sLTC$/)
  })

  await test.step('all of them become euro', async () => {
    await convert(page, 'LTC', /^All 2\.00\sLTC$/, 'EUR')
    await holds(page, 'LTC', /^0(\.0+)?\sLTC$/)
  })

  await test.step('all euro leave to a bank account', async () => {
    await page.goto('/balances/EUR')
    await page.getByRole('link', { name: 'Send', exact: true }).click()
    await pick(page, 'You receive', 'EUR', 'Bank transfer')
    await takeAll(page, /^All \d{3}\.\d\d\s€$/)
    await toBankAccount(page, IBAN)
    await send(page, /\d{3}\.\d\d\s€/)
    await holds(page, 'EUR', '0.00 €')
  })
})
