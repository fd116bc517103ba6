import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { mine, pay } from './support/litecoin'
import { look } from './support/look'
import { agrees, asks, operator } from './support/operator'
import { expect, signIn, test } from './support/test'

const node = process.env.AGIO_E2E_LITECOIN ?? ''

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const deposits = (page: Page) => card(page, 'Latest deposits').getByRole('listitem')

/** Simulates a payment to the details on the page. */
async function send(page: Page, amount: string, reference?: string) {
  await page.getByLabel(/^Amount in/).fill(amount)
  if (reference) await page.getByLabel('What the payer writes').fill(reference)
  await page.getByRole('button', { name: 'Send simulated money' }).click()
  await expect(page.getByText('It is on its way.')).toBeVisible()
}

test('money comes to a person’s own bank reference and address without an order', async ({ person: page }) => {
  await page.goto('/balances/EUR')
  await page.getByRole('link', { name: 'Deposit details' }).click()
  await expect(page.getByRole('heading', { name: 'EUR deposit details', level: 1 })).toBeVisible()
  await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
  await expect(card(page, 'Latest deposits')).toContainText('Nothing has arrived yet')
  await clean(page, 'deposit details of a bank')
  await look(page, 'deposit-details-bank')
  await send(page, '75')
  await expect(deposits(page)).toHaveCount(1)
  await expect(deposits(page)).toContainText(/75\.00\s€/)
  await deposits(page).getByRole('link').click()
  await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
  await look(page, 'deposit-arrived')

  await test.step('coins show while they confirm, and come a second time to the same address', async () => {
    await page.goto('/balances/details/LTC')
    await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
    await clean(page, 'deposit details of a network')
    await look(page, 'deposit-details-coins')
    if (node === '') return
    const address = await page.getByText(/^rltc1[a-z0-9]+$/).innerText()
    for (const count of [1, 2]) {
      await pay(node, address, '0.5')
      await expect(deposits(page)).toHaveCount(count)
      await mine(node, 6)
      await expect(deposits(page).first()).toContainText('Success')
    }
    await page.goto('/balances/LTC')
    await expect(page.getByText(/^1\.0+\sLTC$/).first()).toBeVisible()
  })

  await test.step('a currency on several networks has an address on each', async () => {
    await page.goto('/balances/details/USDT')
    const address = page.getByText(/^Your address, USDT on /).locator('xpath=following-sibling::*[1]')
    const first = await address.innerText()
    await page.getByRole('group', { name: 'The one you send from' }).getByRole('radio').nth(1).check()
    await expect(address).not.toHaveText(first)
    await look(page, 'deposit-details-networks')
    await page.goto('/balances/details/NONE')
    await expect(page.getByText('There are no permanent details for it')).toBeVisible()
  })
})

test('a bank transfer that names nobody is found by an operator, and two say whose it is', async ({
  page,
  browser,
}) => {
  test.slow()
  const email = `vera-${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(page, email)
  await page.goto('/balances/details/EUR')
  const written = `rent ${crypto.randomUUID().slice(0, 6)}`
  await send(page, '120', written)

  const sue = await operator(browser, `sue-${Date.now()}@bank.example`, 'support_l2')
  await sue.getByRole('link', { name: 'Work list' }).click()
  const row = sue.getByRole('row').filter({ hasText: written })
  await expect(row).toContainText('The payment names no customer', { timeout: 60_000 })
  await look(sue, 'console-work-unmatched')
  await row.getByRole('link').first().click()
  await expect(sue.getByRole('table', { name: 'Postings' }).getByText('quarantine').first()).toBeVisible()
  await look(sue, 'console-unmatched')
  await asks(sue, 'Assign to a customer', 'the customer has shown the statement', 'waits', async (dialog) => {
    await dialog.getByLabel('Customer').fill(email)
  })

  const ann = await operator(browser, `ann-${Date.now()}@bank.example`, 'treasury_approver')
  await ann.getByRole('link', { name: /^Approvals/ }).click()
  await look(ann, 'console-unmatched-proposal')
  await agrees(ann, 'the customer has shown the statement', 'seen the statement too')

  await expect(deposits(page), 'the page is live').toHaveCount(1, { timeout: 60_000 })
  await expect(deposits(page)).toContainText(/120\.00\s€/)
  await page.goto('/balances')
  await expect(page.getByRole('listitem').filter({ hasText: 'Euro' }).first()).toContainText(/120\.00/)
})
