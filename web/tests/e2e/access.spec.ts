import { clean } from './support/axe'
import {
  atRequisites,
  BTC_ADDRESS,
  declineToTheEnd,
  give,
  openExchange,
  orderPurchase,
  orderSale,
  pick,
  sandbox,
  succeeded,
} from './support/exchange'
import { expect, test } from './support/test'

test('axe finds nothing on the way to an order', async ({ person: page }) => {
  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '100')
  await clean(page, 'start')
  await page.getByRole('button', { name: /^You receive: / }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await clean(page, 'picker')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await clean(page, 'requisites with an error')
  await page.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Confirm and pay' })).toBeEnabled()
  await clean(page, 'confirm')
})

test('axe finds nothing on an order’s pages', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  await page.getByRole('button', { name: /^Pay \d/ }).click()
  await clean(page, 'card form with errors')
  await page.getByRole('button', { name: 'Sandbox', exact: true }).click()
  await clean(page, 'sandbox panel')
  await page.goto(page.url().replace('/transaction/', '/transaction-details/'))
  await expect(page.getByRole('heading', { name: 'Price' })).toBeVisible()
  await clean(page, 'details')
})

test('axe finds nothing on a page with an address to pay to', async ({ person: page }) => {
  await orderSale(page, ['BTC', 'Bitcoin'], '0.01')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await clean(page, 'crypto payment')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await clean(page, 'cancel dialog')
})

test('axe finds nothing where a card, a code or a transfer is asked for', async ({ person: page }) => {
  await openExchange(page, 'Sell')
  await pick(page, 'You pay', 'BTC', 'Bitcoin')
  await pick(page, 'You receive', 'EUR', 'Visa / MC')
  await give(page, '0.01')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/insert-card$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await clean(page, 'insert card with errors')
  await orderPurchase(page, ['PLN', 'BLIK'], ['BTC', 'Bitcoin'], '1000')
  await page.getByRole('button', { name: 'Pay with BLIK' }).click()
  await clean(page, 'BLIK with an error')
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '100')
  await expect(page.getByText('Reference', { exact: true })).toBeVisible()
  await clean(page, 'bank transfer')
})

test('axe finds nothing where an order asks its owner, and at support', async ({ person: page }) => {
  await orderSale(page, ['BTC', 'Bitcoin'], '0.01')
  await sandbox(page, 'Underpay')
  await sandbox(page, 'Confirm')
  const panel = page.getByRole('region', { name: 'Less arrived than was ordered' })
  await expect(panel).toBeVisible()
  await clean(page, 'action panel')
  await panel.getByRole('button', { name: 'Refund' }).click()
  await clean(page, 'refund dialog')
  await page.keyboard.press('Escape')
  await panel.getByRole('link', { name: 'Contact support' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
  await clean(page, 'support')
})

test('axe finds nothing on the ways to sell and to swap', async ({ person: page }) => {
  for (const side of ['Sell', 'Swap'] as const) {
    await openExchange(page, side)
    await pick(page, 'You pay', 'ETH', 'Ethereum')
    await give(page, '0.2')
    await clean(page, `${side}, start`)
  }
})

test('axe finds nothing on an order that is on its way, nor on one that arrived', async ({ person: page }) => {
  await orderSale(page, ['BTC', 'Bitcoin'], '0.01')
  await sandbox(page, 'Pay')
  await expect(page.getByRole('list', { name: 'Progress of the order' })).toBeVisible()
  await clean(page, 'order on its way')
  // The simulated chain mines blocks itself: the payment may have been confirmed during the axe run, without a button
  // left.
  await Promise.any([sandbox(page, 'Confirm'), succeeded(page)])
  await succeeded(page)
  await clean(page, 'order that arrived')
})

test('axe finds nothing on orders that failed, expired or were cancelled', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  await declineToTheEnd(page)
  await clean(page, 'failed order')
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '100')
  await expect(page.getByText('Reference', { exact: true })).toBeVisible()
  await sandbox(page, 'Expire')
  await expect(page.getByText(/The time to pay has run out/)).toBeVisible()
  await clean(page, 'expired order')
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('This order was cancelled. Nothing was paid.')).toBeVisible()
  await clean(page, 'cancelled order')
})
