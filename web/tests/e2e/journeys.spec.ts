import {
  atRequisites,
  BTC_ADDRESS,
  confirm,
  declineToTheEnd,
  give,
  keptOnBalance,
  openExchange,
  orderPurchase,
  orderSale,
  pick,
  sandbox,
  succeeded,
} from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const TON_ADDRESS = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'

test('sells Bitcoin to a card', async ({ person: page }) => {
  await openExchange(page, 'Sell')
  await pick(page, 'You pay', 'BTC', 'Bitcoin')
  await pick(page, 'You receive', 'EUR', 'Visa / MC')
  await give(page, '0.01')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/exchange\/insert-card$/)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12 / 30')
  await page.getByLabel('Name on the card').fill('Olena Kovalenko')
  await look(page, 'insert-card')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  await look(page, 'confirm-card')
  await confirm(page)
  await sandbox(page, 'Pay')
  await sandbox(page, 'Confirm')
  await succeeded(page)
  await look(page, 'sold-to-card')
})

test('a payment that is too large is exchanged as it came', async ({ person: page }) => {
  await orderSale(page, ['BTC', 'Bitcoin'], '0.005')
  await sandbox(page, 'Overpay')
  await sandbox(page, 'Confirm')
  const panel = page.getByRole('region', { name: 'More arrived than was ordered' })
  await expect(panel).toBeVisible()
  await look(page, 'overpaid')
  await panel.getByRole('button', { name: 'Exchange what arrived' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exchange what arrived?' })
  await look(page, 'update-amount-dialog')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await succeeded(page)
  await look(page, 'updated-amount')
})

test('a second payment is kept apart and goes to the balance', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '100')
  await look(page, 'bank')
  await sandbox(page, 'Pay twice')
  const notice = page.getByText(/Another payment for this order has arrived/)
  await expect(notice).toBeVisible()
  await look(page, 'double-parent')
  const order = page.url()
  await page.getByRole('link', { name: 'Open it' }).click()
  const panel = page.getByRole('region', { name: 'The payment arrived twice' })
  await expect(panel).toBeVisible()
  await look(page, 'double-unmatched')
  await page
    .getByText(/This payment came for order/)
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(order)
  await page.goBack()
  await panel.getByRole('button', { name: 'Deposit to balance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await keptOnBalance(page)
  await look(page, 'double-deposited')
  await page.goto('/balances')
  await expect(page.getByText(/100\.00/).first()).toBeVisible()
})

test('a late payment is put on the balance, which shows it', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '120')
  await expect(page.getByText('Reference', { exact: true })).toBeVisible()
  await sandbox(page, 'Expire')
  await expect(page.getByText(/The time to pay has run out/)).toBeVisible()
  await look(page, 'expired')
  await sandbox(page, 'Pay late')
  const panel = page.getByRole('region', { name: 'The payment arrived too late' })
  await expect(panel).toBeVisible()
  await look(page, 'late')
  await panel.getByRole('button', { name: 'Deposit to balance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await keptOnBalance(page)
  await page.goto('/balances')
  await expect(page.getByText(/120\.00/).first()).toBeVisible()
  await look(page, 'balances')
})

test('a lost answer ends in one order when the person tries again', async ({ person: page }) => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/client/v1/orders', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // The server creates the order; only the response is lost.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '100')
  await page.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await look(page, 'lost-answer')
  await again.click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  await page.goto('/activity')
  await expect(page.locator('main a[href*="/transaction/exchange/ord_"]')).toHaveCount(1)
})

test('a network with memos asks for one, or for the word that there is none', async ({ person: page }) => {
  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'TON', 'TON')
  await give(page, '100')
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
  await page.getByLabel(/^Your TON address/).fill(TON_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Field is required')).toBeVisible()
  await look(page, 'memo-missing')
  await page.getByLabel('Memo', { exact: true }).fill('778899')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
  await expect(page.getByText('778899')).toBeVisible()
  await confirm(page)
  await expect(page.getByText('778899')).toBeVisible()
})

test('a failed order can be tried again and support is told which', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '130')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.locator('[data-status=active]')).toHaveText('Exchange')
  await declineToTheEnd(page)
  await look(page, 'failed')
  await page.getByRole('link', { name: 'Contact support' }).click()
  await expect(page).toHaveURL(/\/support\?order=/)
  await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
  await look(page, 'support')
  await page.goBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/exchange$/)
  await expect(page.getByLabel('You pay', { exact: true })).toHaveValue('130.00')
  await expect(page.getByLabel(/^Your BTC address/)).toHaveValue(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await confirm(page)
})

test('two tabs that wake together stay signed in', async ({ person: page, context }) => {
  await page.goto('/cabinet')
  const other = await context.newPage()
  await Promise.all([page.reload(), other.goto('/balances')])
  await Promise.all([page.reload(), other.reload()])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Balances')
  await expect(page).toHaveURL(/\/cabinet$/)
})
