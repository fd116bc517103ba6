import type { Page } from '@playwright/test'
import {
  atRequisites,
  confirm,
  give,
  openExchange,
  orderPurchase,
  pick,
  sandbox,
  step,
  succeeded,
} from './support/exchange'
import { expect, signIn, test } from './support/test'

test('an open order moves on when the socket tells of it, and asks for nothing before', async ({ page }) => {
  const token = await signIn(page, `${crypto.randomUUID().slice(0, 8)}@example.test`)
  let told = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if ((JSON.parse(String(payload)) as { type: string }).type === 'event') told += 1
    }),
  )
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '250')
  await expect(step(page, 'Waiting for payment')).toBeVisible()
  const path = `/api/client/v1/transactions/${new URL(page.url()).pathname.split('/').at(-1)}`
  // From here on, each socket message allows one request for the order. A page that polls gets no response.
  told = 0
  await page.route(`**${path}`, async (route) => {
    if (told === 0) return
    told -= 1
    await route.continue()
  })
  const paid = await page.request.post(`${path.replace('/transactions/', '/sandbox/transactions/')}/pay`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(paid.ok(), await paid.text()).toBe(true)
  await expect(step(page, 'Payment received')).toBeVisible()
  await succeeded(page)
})

const stands = (page: Page, percent: number) =>
  expect(page.getByRole('progressbar', { name: 'Progress of the exchange' })).toHaveAttribute(
    'aria-valuenow',
    String(percent),
  )

/** The start of a sale, up to the payout details. */
async function beginSale(page: Page, payway: string): Promise<void> {
  await openExchange(page, 'Sell')
  await pick(page, 'You pay', 'BTC', 'Bitcoin')
  await pick(page, 'You receive', 'EUR', payway)
  await give(page, '0.01')
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('the bar stands where it belongs at each step of a sale to a bank account', async ({ person: page }) => {
  await beginSale(page, 'Bank transfer')
  await atRequisites(page)
  await stands(page, 20)
  // This simulated bank is slow: the order stays in progress until the sandbox's clock is advanced.
  await page.getByLabel('IBAN of your EUR account').fill('DE89370400440532013000')
  await page.getByLabel('Full name of the account’s owner').fill('Olena Kovalenko')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
  await stands(page, 50)
  await confirm(page)
  await expect(step(page, 'Waiting for payment')).toBeVisible()
  await stands(page, 60)
  await sandbox(page, 'Pay')
  await sandbox(page, 'Confirm')
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await stands(page, 80)
  await sandbox(page, 'Move on 10 minutes')
  await succeeded(page)
  await stands(page, 100)
})

test('a card that is paid to is asked for at 40 percent', async ({ person: page }) => {
  await beginSale(page, 'Visa / MC')
  await expect(page).toHaveURL(/\/exchange\/insert-card$/)
  await stands(page, 40)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12 / 30')
  await page.getByLabel('Name on the card').fill('Olena Kovalenko')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
  await stands(page, 50)
})
