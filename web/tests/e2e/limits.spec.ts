import { clean } from './support/axe'
import { BTC_ADDRESS, confirm, give, openExchange, orderPurchase, pick } from './support/exchange'
import { look } from './support/look'
import { expect, signIn, test } from './support/test'

test('a customer near a limit sees it before the order, and is refused at the limit', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '600')
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Visa / MC')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '250')
  await page.getByLabel(/^Your \w+ address/).fill(BTC_ADDRESS)
  await expect(page.getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(
    page.getByText('With this order 850.00 € of your 1,000.00 € for 24 hours are used up.'),
    'before it is made',
  ).toBeVisible()
  await look(page, 'confirm-near-limit')
  await clean(page, 'an order near the limit')
  await confirm(page)
  await page.goto('/profile/limits')
  await expect(page.getByText('850.00 € of 1,000.00 €').first()).toBeVisible()
  const day = page.getByRole('progressbar', { name: 'Cards and banks, 24 hours' })
  await expect(day).toHaveAttribute('aria-valuenow', '85')
  await expect(day.locator('..')).toContainText('You have used 80% of this limit or more')
  const month = page.getByRole('progressbar', { name: 'Cards and banks, 31 days' })
  await expect(month.locator('..')).not.toContainText('80% of this limit')
  await expect(page.getByText(/^More becomes available .+\d\d:\d\d$/).first()).toBeVisible()
  await look(page, 'limits-near')
  await clean(page, 'a limit that is nearly used up')
})

test('a resident of the EEA sees what is not sold there, with the reason, and may still sell it', async ({ page }) => {
  const token = await signIn(page, `${crypto.randomUUID().slice(0, 8)}@example.test`)
  const lives = await page.request.put('/api/client/v1/user', {
    headers: { authorization: `Bearer ${token}` },
    data: { residence_country: 'XE' },
  })
  expect(lives.ok(), await lives.text()).toBe(true)
  await openExchange(page, 'Buy')
  await page.getByRole('button', { name: /^You receive: / }).click()
  const drawer = page.getByRole('dialog', { name: 'You receive' })
  await drawer.getByRole('searchbox').fill('USDT')
  const tether = drawer.getByRole('button', { name: /^Tether USDT/ })
  await expect(tether).toHaveAttribute('aria-disabled', 'true')
  await expect(tether).toContainText('Not offered in the European Economic Area')
  await clean(page, 'what is not offered in the EEA')
  await tether.click({ force: true })
  await expect(drawer, 'it cannot be chosen').toBeVisible()
  await look(page, 'picker-eea')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Sell', exact: true }).click()
  await pick(page, 'You pay', 'USDT', 'TRC20')
})
