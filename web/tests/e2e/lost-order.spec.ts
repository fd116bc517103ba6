import { BTC_ADDRESS, atRequisites, give, openExchange, pick } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

/** Lets the server create the order and loses the response, `times` times. */
async function loseAnswers(page: import('@playwright/test').Page, times: number) {
  const keys: (string | undefined)[] = []
  await page.route('**/api/client/v1/orders', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > times) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return keys
}

async function toConfirm(page: import('@playwright/test').Page) {
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Visa / MC')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '100')
  await page.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await expect(page.getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
}

test('an order whose answer was lost stays one order, after a reload and a detour too', async ({ person: page }) => {
  const keys = await loseAnswers(page, 2)
  await toConfirm(page)
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.reload()
  // The pending order cannot be changed.
  await page.goto('/exchange/requisites')
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/Cannot reach the service/)).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your last order may already exist' })).toBeVisible()
  await look(page, 'unsettled')
  await page.getByRole('button', { name: 'Go back and ask again' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  await page.goto('/activity')
  await expect(page.getByText(/^Buy 0/)).toHaveCount(1)
})

test('a lost order can be left, and another one begun', async ({ person: page }) => {
  const keys = await loseAnswers(page, 1)
  await toConfirm(page)
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.goto('/exchange')
  await page.getByRole('button', { name: 'Leave it and start over' }).click()
  await expect(page.getByLabel(/^Your BTC address/)).toHaveValue(BTC_ADDRESS)
  // Clearing the address removes it: the next page asks for it.
  await page.getByLabel(/^Your BTC address/).fill('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
  await page.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_/)
  expect(new Set(keys).size).toBe(2)
})

test('the half-made exchange of who signs out is not shown to who comes next', async ({ person: page }) => {
  await toConfirm(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/authentication/)
  expect(await page.evaluate(() => sessionStorage.getItem('agio.draft.exchange'))).toBeNull()
})
