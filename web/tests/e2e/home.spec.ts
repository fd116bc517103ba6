import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { depositByCard } from './support/balance'
import { orderPurchase } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const card = (page: Page, title: string) =>
  page.locator('#root section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('home leads a newcomer to the first step, and later shows the money and what waits', async ({ person: page }) => {
  await test.step('somebody new sees the first steps, the prices and the way to higher limits', async () => {
    await page.goto('/cabinet')
    const main = page.getByRole('main')
    await expect(main.getByText('Make your first purchase')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Buy' })).toHaveAttribute('href', '/exchange')
    await expect(main.getByRole('link', { name: 'Deposit' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'How it works' })).toBeVisible()
    await expect(card(page, 'Prices to watch').getByRole('listitem')).toHaveCount(4)
    await expect(page.getByText(/^\d of \d steps done$/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'In progress' })).toHaveCount(0)
    await clean(page, 'home of a newcomer')
    await look(page, 'home-new')
  })

  await test.step('the watched prices are the customer’s choice', async () => {
    const prices = card(page, 'Prices to watch')
    await prices.getByRole('button', { name: 'Edit' }).click()
    const list = page.getByRole('dialog', { name: 'Prices to watch' })
    await expect(list.getByRole('checkbox', { name: /Litecoin/ }), 'there are four already').toBeDisabled()
    await list.getByRole('checkbox', { name: /Solana/ }).uncheck()
    await list.getByRole('checkbox', { name: /Litecoin/ }).check()
    await clean(page, 'choosing the prices to watch')
    await page.keyboard.press('Escape')
    await expect(prices.getByText('LTC')).toBeVisible()
    await page.reload()
    await expect(prices.getByText('LTC')).toBeVisible()
    await expect(prices.getByText('SOL')).toHaveCount(0)
  })

  await test.step('with money: the total, its course, the balances and the activity', async () => {
    await depositByCard(page, '500')
    await orderPurchase(page, ['PLN', 'BLIK'], ['BTC', 'Bitcoin'], '1000')
    await page.goto('/cabinet')
    await expect(page.getByText('Total balance')).toBeVisible()
    await expect(page.getByRole('img', { name: /^Total balance\. First: / })).toBeVisible()
    await expect(card(page, 'In progress').getByRole('link', { name: /BTC/ })).toBeVisible()
    await expect(card(page, 'Recent activity').getByRole('link', { name: /Deposit/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'All 1', exact: true })).toBeVisible()
    const actions = page.getByRole('navigation', { name: 'What you can do' })
    await expect(actions.getByRole('link')).toHaveText(['Buy', 'Deposit', 'Send', 'Convert'])
    await clean(page, 'home with money')
    await look(page, 'home')
    await card(page, 'Balances').getByRole('link', { name: 'Euro' }).click()
    await expect(page).toHaveURL(/\/balances\/EUR$/)
    await expect(page.getByText('Share of all balances')).toBeVisible()
  })
})

test('an amount with more digits than fit is shown whole on request', async ({ person: page }) => {
  const amount = '480081135.123412341234000000'
  await page.route('**/api/client/v1/balances', async (route) => {
    const shib = {
      currency: 'SHIB',
      posted: amount,
      available: amount,
      pending: '0.00',
      coming: '0.00',
      main_value: '4037.48',
    }
    await route.fulfill({ json: { data: [shib], total: { amount: '4037.48', currency: 'EUR' } } })
  })
  await page.goto('/balances')
  const exact = page.getByRole('button', { name: /^480,081,135\.1\sSHIB\. Show the whole amount\.$/ })
  await exact.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Exact amount' })
  await expect(panel).toContainText('480,081,135.123412341234 SHIB')
  await expect(panel.getByRole('button', { name: 'Copy the amount' })).toBeVisible()
  await clean(page, 'the exact amount')
  await look(page, 'exact-amount')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(exact).toBeFocused()
})
