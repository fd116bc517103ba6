import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { pick } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const card = (page: Page) => page.locator('#root')
const buy = (page: Page) => card(page).getByRole('button', { name: /^Buy [\d.,…]+/ })

/** Signs in as a new customer with the code step open. */
async function enterCode(page: Page): Promise<void> {
  await page.getByLabel('Code from the email').fill('111111')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

test('a stranger knows what it costs and when it arrives, and finds the same draft after the sign-in', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buy crypto and see the whole cost first.')
  await expect(buy(page)).toBeVisible()
  await card(page).getByLabel('You pay', { exact: true }).fill('500')
  await expect(card(page).getByText(/^\d+\.\d\d\s€ · \d+(\.\d+)?\s%$/)).toBeVisible()
  await expect(card(page).getByText(/^about \d+ min, by \d\d:\d\d$/)).toBeVisible()
  const received = card(page).getByLabel('You receive', { exact: true })
  await expect(received).toHaveValue(/^0\.00\d+$/)
  await look(page, 'landing')

  await pick(page, 'You receive', 'LTC', 'Litecoin')
  await expect(page.getByText('LTC / EUR')).toBeVisible()
  await expect(buy(page)).toHaveText(/LTC$/)
  await buy(page).click()
  await expect(page).toHaveURL(/\/authentication\?back=%2Fexchange$/)
  await page.getByLabel('Email').fill(`${crypto.randomUUID().slice(0, 8)}@example.test`)
  await page.keyboard.press('Enter')
  await enterCode(page)
  await expect(page).toHaveURL(/\/exchange$/)
  await expect(page.getByLabel('You pay', { exact: true })).toHaveValue('500')
  await expect(page.getByRole('button', { name: /^You receive: LTC Litecoin/ })).toBeVisible()
})

test('the sign-in beside the price sends a code, and a changed draft is where it leads', async ({ page }) => {
  await page.goto('/')
  await expect(buy(page)).toBeVisible()
  await card(page).getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Field is required')).toBeVisible()
  await card(page).getByText('Sell', { exact: true }).click()
  await expect(card(page).getByRole('button', { name: /^Sell [\d.,…]+ BTC$/ })).toBeVisible()
  await card(page)
    .getByLabel('Email')
    .fill(`${crypto.randomUUID().slice(0, 8)}@example.test`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/authentication\?back=%2Fexchange$/)
  await enterCode(page)
  await expect(page).toHaveURL(/\/exchange$/)
  await expect(page.getByRole('radio', { name: 'Sell', exact: true })).toBeChecked()
})

test('home without a session is the start page, and every other page is a sign-in', async ({ page }) => {
  await page.goto('/cabinet')
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect(buy(page)).toBeVisible()
  await page.goto('/exchange')
  await expect(page).toHaveURL(/\/authentication\?back=%2Fexchange$/)
})

test('a customer goes from the start page to home', async ({ person: page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/cabinet$/)
})

test('the chart follows the coin that is chosen below, over the range that is chosen', async ({ page }) => {
  await page.goto('/')
  const panel = card(page).locator('.landing-panel')
  await expect(panel.getByText('BTC / EUR')).toBeVisible()
  await page.getByRole('button', { name: /^Solana .*(up|down)/ }).click()
  await expect(panel.getByText('SOL / EUR')).toBeVisible()
  await expect(buy(page)).toHaveText(/SOL$/)
  await panel.getByRole('radio', { name: '1W' }).check()
  await expect(panel.getByRole('img', { name: /^Price of 1 SOL\. First: / })).toBeVisible()
  await panel.getByRole('button', { name: 'Show as table' }).click()
  await expect(panel.getByRole('columnheader', { name: 'Price of 1 SOL' })).toBeVisible()
  await page.reload()
  await expect(panel.getByRole('radio', { name: '1W' })).toBeChecked()
})

test('axe finds nothing, whatever is loaded, and an amount below the minimum is told', async ({ page }) => {
  await page.goto('/')
  await expect(buy(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Proof of balances' })).toBeVisible()
  await clean(page, 'the landing page')
  await card(page).getByLabel('You pay', { exact: true }).fill('1')
  await expect(page.getByText(/^Minimum is /)).toBeVisible()
  await clean(page, 'an amount that is too small')
})

test('it stays usable where nothing answers', async ({ page }) => {
  await page.route('**/api/client/v1/{currencies,rates/history**}', (route) => route.abort('connectionreset'))
  await page.goto('/')
  await expect(card(page).getByText('Could not load this')).toBeVisible()
  await expect(card(page).getByText('Prices did not load')).toBeVisible()
  await clean(page, 'the landing page without data')
  await look(page, 'landing-without-data')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await card(page).locator('.landing-card').getByRole('button', { name: 'Try again' }).click()
  await expect(buy(page)).toBeVisible()
})

test('the app is offered for installation once, and never again when declined', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  const hint = page.getByRole('complementary', { name: 'Install the app' })
  await expect(hint).toHaveCount(0)
  const offer = () => page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  await offer()
  await expect(hint).toBeVisible()
  await clean(page, 'the offer to install')
  await look(page, 'landing-install')
  await hint.getByRole('button', { name: 'Do not offer this again' }).click()
  await expect(hint).toHaveCount(0)
  await offer()
  await expect(hint).toHaveCount(0)
})

test.describe('in Ukrainian on the narrowest phone', () => {
  test.use({ locale: 'uk-UA', viewport: { width: 320, height: 700 } })

  test('nothing runs over the edge', async ({ page }) => {
    await page.goto('/')
    await expect(card(page).getByRole('button', { name: /^Купити 0/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Як це працює' })).toBeVisible()
    for (const width of [320, 375, 768, 991, 992, 1440]) {
      await page.setViewportSize({ width, height: 880 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width)
      await look(page, `landing-uk-${width}`)
    }
  })
})
