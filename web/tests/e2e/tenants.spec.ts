import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { BTC_ADDRESS, give, openExchange, pick } from './support/exchange'
import { look } from './support/look'
import { addTenant, enter, setPolicy, setTenant, siteOf } from './support/tenant'
import { expect, test } from './support/test'

/** From the start of an exchange to the confirmation of an order for bitcoin. */
async function onwards(page: Page, amount: string): Promise<void> {
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Bank transfer')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, amount)
  await page.getByLabel(/^Your \w+ address/).fill(BTC_ADDRESS)
  await expect(page.getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

test.describe('a tenant that only exchanges', () => {
  test.use({ baseURL: siteOf('exchanger') })

  test('has no balances: no way there, and nothing that fails for want of them', async ({ page }) => {
    addTenant('exchanger', { features: ['exchange'] })
    await enter(page)
    const places = page.getByRole('navigation').getByRole('link')
    await expect(places.filter({ hasText: 'Exchange' }).first()).toBeVisible()
    await expect(places.filter({ hasText: 'Balances' })).toHaveCount(0)
    await expect(page.locator('#root').getByText('Make your first purchase')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await look(page, 'exchanger-home')
    await page.goto('/profile')
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(page.getByRole('link', { name: /proof/i })).toHaveCount(0)
  })
})

test.describe('a tenant that only keeps', () => {
  test.use({ baseURL: siteOf('keeper') })

  test('has no exchanger: no way there', async ({ page }) => {
    addTenant('keeper', { features: ['balances'] })
    await enter(page)
    const places = page.getByRole('navigation').getByRole('link')
    await expect(places.filter({ hasText: 'Balances' }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: /exchange/i })).toHaveCount(0)
    await expect(page.locator('#root').getByText('Make your first deposit')).toBeVisible()
    await expect(page.getByText(/Buy, sell or swap/)).toHaveCount(0)
    await look(page, 'keeper-home')
  })
})

test.describe('a tenant that leaves a country', () => {
  test.use({ baseURL: siteOf('leaver') })

  test('tells who lives there, at the order and at the price', async ({ page }) => {
    addTenant('leaver')
    await enter(page)
    await page.goto('/profile/personal-details')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel('Date of birth').fill('10121990')
    await page.getByLabel('Country of residence').selectOption({ label: 'Canada' })
    await page.getByLabel('Street and house').fill('Main street 1')
    await page.getByLabel('City').fill('Ottawa')
    await page.getByLabel('Postal code').fill('01001')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved')).toBeVisible()
    await onwards(page, '100')
    await expect(page.getByRole('button', { name: 'Confirm and pay' })).toBeEnabled()

    setTenant('leaver', { excluded_countries: ['CA'] })
    const served = () =>
      page.evaluate(async () => {
        const { data } = await (await fetch('/api/client/v1/countries')).json()
        return data.find((one: { code: string }) => one.code === 'CA').is_allowed as boolean
      })
    await expect.poll(served).toBe(false)
    await page.getByRole('button', { name: 'Confirm and pay' }).click()
    const told = page.getByRole('heading', { level: 1, name: 'Not available in your country' })
    await expect(told).toBeVisible()
    await expect(page).toHaveURL(/\/forbidden$/)
    await expect(page.getByText('Orders you have already placed will be completed.')).toBeVisible()
    await clean(page, 'a country that was left')
    await look(page, 'forbidden-later')

    await page.getByRole('link', { name: 'Go home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
    await onwards(page, '120')
    await expect(told).toBeVisible()
    await expect(page).toHaveURL(/\/forbidden$/)
  })
})

test.describe('a tenant in the European Union', () => {
  test.use({ baseURL: siteOf('careful') })

  test('sends little to a new address at once, and offers nothing that is blocked there', async ({ page }) => {
    addTenant('careful')
    setPolicy('careful', {
      new_addresses: { above: { amount: '1000.00', currency: 'EUR' }, hours: 24 },
      eea_enforced: true,
      mica: { USDC: 'BLOCKED' },
    })
    await enter(page, `${crypto.randomUUID().slice(0, 8)}+t4@example.test`)
    await onwards(page, '1500')
    await page.getByRole('button', { name: 'Confirm and pay' }).click()
    await expect(page.getByText(/^This address is new to your account\..*up to 1,000\.00\s€ can go/)).toBeVisible()
    await expect(page, 'no order is made').toHaveURL(/\/exchange\/confirm$/)
    await clean(page, 'a new address is held')
    await look(page, 'confirm-new-address')

    await openExchange(page, 'Buy')
    await page.getByRole('button', { name: /^You receive: / }).click()
    const coin = (end: string) =>
      page
        .getByRole('dialog', { name: end })
        .getByRole('button', { name: /^USD Coin USDC/ })
        .first()
    await page.getByRole('searchbox').fill('USDC')
    await expect(coin('You receive')).toHaveAttribute('aria-disabled', 'true')
    await expect(coin('You receive')).toContainText('Not offered in the European Economic Area')
    await look(page, 'picker-blocked')
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: 'Sell', exact: true }).click()
    await page.getByRole('button', { name: /^You sell: / }).click()
    await page.getByRole('searchbox').fill('USDC')
    await expect(coin('You sell'), 'nor can it be sold').toHaveAttribute('aria-disabled', 'true')
  })
})
