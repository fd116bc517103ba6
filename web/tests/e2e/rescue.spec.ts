import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { holds } from './support/balance'
import { pick, sandbox } from './support/exchange'
import { look } from './support/look'
import { operator } from './support/operator'
import { expect, test } from './support/test'

/** Opens a deposit of coins, up to the payment. */
async function orderDeposit(page: Page, currency: string, network: string, amount: string) {
  await page.goto('/balances/deposit')
  await pick(page, 'You pay', currency, network)
  await page.getByLabel('You pay', { exact: true }).fill(amount)
  await expect(page.getByLabel('To your balance', { exact: true })).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await expect(page).toHaveURL(/\/transaction\/payin\/ord_/)
}

/** From the order to the payment that came for it and does not fit. */
async function toTheStray(page: Page) {
  const notice = page.getByText('Another payment for this order has arrived. Choose what happens with it.')
  await expect(notice).toBeVisible({ timeout: 60_000 })
  await notice.locator('xpath=ancestor::*[.//a][1]').getByRole('link').click()
}

test('USDT that came on another network is shown with its cost, and kept by one tap', async ({
  person: page,
  browser,
}) => {
  await orderDeposit(page, 'USDT', 'BEP20', '100')
  await sandbox(page, 'Pay on the wrong network')
  await toTheStray(page)
  const panel = page.getByRole('region', { name: 'It came on another network' })
  await expect(panel).toContainText('We received 100.00 USDT on Ethereum at your BNB Smart Chain address.')
  await expect(panel.getByText(/^You get 9\d\.\d+\sUSDT, it costs \d\.\d+\sUSDT$/)).toBeVisible()
  await expect(panel.getByText(/^You get 100\.00\sUSDT$/)).toBeVisible()
  await look(page, 'wrong-network')
  await clean(page, 'a payment on the wrong network')

  await test.step('who does not agree writes to us, and an operator reads it', async () => {
    await page.getByRole('button', { name: 'I do not agree' }).click()
    const words = `I sent it to myself ${crypto.randomUUID().slice(0, 8)}`
    await page.getByLabel('What is wrong?').fill(words)
    await look(page, 'appeal')
    await page.getByRole('button', { name: 'Send to us' }).click()
    await expect(page.getByText(words)).toBeVisible()
    const sue = await operator(browser, `sue-${Date.now()}@bank.example`, 'support_l2')
    await sue.getByRole('link', { name: 'Work list' }).click()
    await expect(sue.getByText(`The customer objects: “${words}”`)).toBeVisible()
    await look(sue, 'appeal-work-list')
    await sue.context().close()
  })

  await panel.getByRole('button', { name: 'Deposit to balance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
  await holds(page, 'USDT', '100.00 USDT')
})

test('another token is refunded less the fee that the page has named', async ({ person: page }) => {
  await orderDeposit(page, 'ETH', 'Ethereum', '0.5')
  await sandbox(page, 'Pay another token')
  await toTheStray(page)
  const panel = page.getByRole('region', { name: 'Another currency came' })
  await expect(panel).toContainText(
    'We received 20.00 USDT at your Ethereum address. It was given for another currency.',
  )
  await look(page, 'wrong-token')
  await expect(panel.getByText(/^You get .* it costs /)).toBeVisible()
  await panel.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payment?' })
  await look(page, 'wrong-token-refund')
  await dialog.getByLabel(/^Your USDT address/).fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  // The fee moves with the rates until the tap.
  const named = async () => (await dialog.getByRole('definition').first().textContent()) ?? ''
  await expect.poll(named).toMatch(/USDT/)
  const gets = await named()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const order = page.getByRole('article')
  await expect(order.getByText('Went back to you', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(order).toContainText(gets)
})

test('coins that were sent without the memo are found by their transaction', async ({ person: page }) => {
  await orderDeposit(page, 'TON', 'TON', '47.5')
  await sandbox(page, 'Forget the memo')
  await page.getByRole('button', { name: 'Sent without the memo?' }).click()
  const hash = page.getByLabel('Transaction hash')
  await hash.fill('f'.repeat(64))
  await page.getByRole('button', { name: 'Find my payment' }).click()
  await expect(page.getByText('No payment without a memo with this hash waits for its owner')).toBeVisible()
  await look(page, 'missing-memo')
  await clean(page, 'the claim of a payment without a memo')
  await page.getByRole('button', { name: 'Copy from the sandbox chain' }).click()
  await expect(hash).not.toHaveValue('f'.repeat(64))
  // Other customers of this sandbox have permanent addresses for the coin, so an operator may have to look.
  const outcome = page.getByText(/TON is on your balance\. It cost nothing\.$|one of us looks whose it is/)
  await expect(async () => {
    // Until the network has confirmed it.
    if (await outcome.isHidden()) await page.getByRole('button', { name: 'Find my payment' }).click({ timeout: 2_000 })
    await expect(outcome).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await look(page, 'missing-memo-found')
})
