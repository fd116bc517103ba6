import { clean } from './support/axe'
import { BTC_ADDRESS, declineToTheEnd, orderPurchase, payByCard, sandbox, succeeded } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

test('buys Bitcoin by card through the bank’s 3-D Secure page', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await payByCard(page, '4000 0000 0000 3220')
  await expect(page).toHaveURL(/\/sandbox\/3ds\//)
  await page.getByRole('button', { name: /approve|confirm/i }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_/)
  await expect(page.getByText(/from Visa •••• 3220/)).toBeVisible()
  await succeeded(page)
  const done = page.getByRole('status').filter({ hasText: 'is in your wallet' })
  await expect(done).toContainText(/0\.00\d+\sBTC/)
  await expect(done).toContainText(/Took \d|At once/)
  await page.getByRole('button', { name: 'Again' }).click()
  await expect(page).toHaveURL(/\/exchange$/)
  await expect(page.getByLabel('You pay', { exact: true })).toHaveValue('250.00')
  await expect(page.getByLabel(/^Your BTC address/)).toHaveValue(BTC_ADDRESS)
})

test('a bank confirms in a frame, and another by a form', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  await payByCard(page, '4000 0000 0000 3055')
  const frame = page.frameLocator('iframe[title="Confirmation of your bank"]')
  await expect(frame.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nothing to see? Open the page' })).toBeVisible()
  await look(page, 'challenge-frame')
  await frame.getByRole('button', { name: 'Approve' }).click()
  await succeeded(page)

  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  await payByCard(page, '4000 0000 0000 3063')
  await expect(page).toHaveURL(/\/sandbox\/3ds$/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_/)
  await succeeded(page)
})

test('a declined card is followed by another in the same order', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  const order = page.url()
  await payByCard(page, '4000 0000 0000 0002')
  await expect(page.getByText(/Transaction declined by the card’s bank/)).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await payByCard(page, '4242 4242 4242 4242')
  await succeeded(page)
  expect(page.url()).toBe(order)
})

test('the last declined card ends the order in the words of the catalogue', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  await declineToTheEnd(page)
  await expect(page.getByRole('progressbar'), 'what failed is not complete').toHaveCount(0)
})

test('buys with Google Pay after a declined card of the wallet', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  await page.getByRole('button', { name: 'Pay with Google Pay' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /0002/ }).click()
  await expect(page.getByText(/Transaction declined by the card’s bank/)).toBeVisible()
  await page.getByRole('button', { name: 'Pay with Google Pay' }).click()
  await clean(page, 'the sheet of the sandbox’s wallet')
  await look(page, 'pay-wallet')
  await page.getByRole('dialog').getByRole('button', { name: /4242/ }).click()
  await succeeded(page)
})

test('buys with a BLIK code', async ({ person: page }) => {
  await orderPurchase(page, ['PLN', 'BLIK'], ['BTC', 'Bitcoin'], '1000')
  await page.getByLabel('BLIK code').fill('777123')
  await page.getByRole('button', { name: 'Pay with BLIK' }).click()
  await succeeded(page)
})

test('buys with Mono, Bybit Pay and a WhiteBIT code', async ({ person: page }) => {
  await test.step('Mono opens its app, which comes back', async () => {
    await orderPurchase(page, ['UAH', 'Mono'], ['BTC', 'Bitcoin'], '9000')
    await page.getByRole('button', { name: 'Pay with Mono' }).click()
    await look(page, 'pay-mono')
    await page.getByRole('link', { name: 'Open Mono' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await succeeded(page)
  })

  await test.step('Bybit Pay shows a QR code', async () => {
    await orderPurchase(page, ['UAH', 'Bybit Pay'], ['BTC', 'Bitcoin'], '9000')
    await page.getByRole('button', { name: 'Pay with Bybit Pay' }).click()
    await expect(page.getByRole('img', { name: 'QR code of the payment' })).toBeVisible()
    await clean(page, 'the QR code of a payment')
    await look(page, 'pay-bybit')
    await page.getByRole('link', { name: 'Open Bybit Pay on this device' }).click()
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText('Try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Pay with Bybit Pay' }).click()
    await page.getByRole('link', { name: 'Open Bybit Pay on this device' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await succeeded(page)
  })

  await test.step('a used WhiteBIT code is followed by another', async () => {
    await orderPurchase(page, ['UAH', 'WhiteBIT code'], ['BTC', 'Bitcoin'], '9000')
    await page.getByRole('textbox', { name: 'WhiteBIT code' }).fill('short')
    await page.getByRole('button', { name: 'Pay with WhiteBIT code' }).click()
    await expect(page.getByText('Enter the whole code: letters, digits and hyphens')).toBeVisible()
    await look(page, 'pay-whitebit')
    for (const code of ['WHITEBIT-USED', 'WHITEBIT-PAID']) {
      await page.getByRole('textbox', { name: 'WhiteBIT code' }).fill(code)
      await page.getByRole('button', { name: 'Pay with WhiteBIT code' }).click()
      if (code === 'WHITEBIT-USED') await expect(page.getByText('Try another code.')).toBeVisible()
    }
    await succeeded(page)
  })
})

test('a declined BLIK code is followed by another', async ({ person: page }) => {
  await orderPurchase(page, ['PLN', 'BLIK'], ['BTC', 'Bitcoin'], '1000')
  for (const code of ['777999', '777123']) {
    await page.getByLabel('BLIK code').fill(code)
    await page.getByRole('button', { name: 'Pay with BLIK' }).click()
    if (code === '777999') await expect(page.getByText(/Try another code/)).toBeVisible()
  }
  await succeeded(page)
})

test('cancels an order that was not paid', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('This order was cancelled. Nothing was paid.')).toBeVisible()
  await expect(page.getByRole('article').getByText('Cancelled', { exact: true }).first()).toBeVisible()
})

test('an order that is not paid in time expires', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '100')
  await expect(page.getByText('Reference', { exact: true })).toBeVisible()
  await sandbox(page, 'Expire')
  await expect(page.getByText(/The time to pay has run out/)).toBeVisible()
})
