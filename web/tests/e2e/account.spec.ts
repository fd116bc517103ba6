import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { toBankAccount } from './support/balance'
import { BTC_ADDRESS, IBAN } from './support/exchange'
import { look } from './support/look'
import { expect, signIn, test } from './support/test'

const API = '/api/client/v1'

/** Creates an order that waits for a bank transfer. Returns its id. */
async function order(page: Page, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
  const asked = { side: 'BUY', from_currency: 'EUR', from_payway: 'iban', to_currency: 'BTC', to_payway: 'btc' }
  const quoted = await page.request.post(`${API}/quotes`, {
    headers,
    data: { ...asked, from_amount: '250.00', firm: true },
  })
  expect(quoted.ok(), await quoted.text()).toBe(true)
  const { id: quote_id } = (await quoted.json()) as { id: string }
  const requisite = { kind: 'address', value: BTC_ADDRESS }
  const made = await page.request.post(`${API}/orders`, { headers, data: { quote_id, requisite } })
  expect(made.ok(), await made.text()).toBe(true)
  return ((await made.json()) as { id: string }).id
}

/** Calls a sandbox control or an action of the order. */
async function act(page: Page, token: string, path: string) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
  const done = await page.request.post(`${API}/${path}`, { headers, data: {} })
  expect(done.ok(), await done.text()).toBe(true)
}

const somebody = () => `leaving-${crypto.randomUUID().slice(0, 8)}@example.test`

test('an account with money or an open order cannot be deleted, and the page says what is in the way', async ({
  page,
}) => {
  const token = await signIn(page, somebody())
  const id = await order(page, token)
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Your data and account/ }).click()
  await expect(page.getByText('Still open:')).toBeVisible()
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  await look(page, 'account-order-in-the-way')
  await clean(page, 'account, with an order in the way')
  await act(page, token, `sandbox/transactions/${id}/expire`)
  await act(page, token, `sandbox/transactions/${id}/pay_late`)
  await page.reload()
  await expect(page.getByText('Waiting for you')).toBeVisible()
  await act(page, token, `transactions/${id}/deposit`)
  await page.reload()
  await expect(page.getByText('250.00 €')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0)
  await look(page, 'account-money-in-the-way')
  await page.getByRole('link', { name: 'EUR', exact: true }).click()
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await page.getByRole('button', { name: /^All 250\.00\s€$/ }).click()
  await toBankAccount(page, IBAN)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const sent = page.getByRole('status').filter({ hasText: 'has been sent to your' })
  await expect(sent).toBeVisible({ timeout: 40_000 })
  await page.goto('/profile/account')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeEnabled()
})

test('a person who closes the account sees the last day on every page, and takes it back', async ({ page }) => {
  await signIn(page, somebody())
  await page.goto('/profile/account')
  await page.getByLabel('Why are you leaving? (optional)').fill('I move house.')
  await clean(page, 'account, before asking')
  await look(page, 'account-ask')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toBeVisible()
  await clean(page, 'account, the question')
  await look(page, 'account-question')
  await dialog.getByRole('button', { name: 'Yes, delete it' }).click()
  await expect(page.getByText('Your account is being deleted')).toBeVisible()
  await expect(page.getByText('Your account will be deleted:')).toBeVisible()
  await clean(page, 'account, leaving')
  await look(page, 'account-leaving')
  await page.goto('/cabinet')
  await expect(page.getByText('Your account will be deleted:')).toBeVisible()
  await look(page, 'account-leaving-home')
  await clean(page, 'home, leaving')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account will be deleted:')).toHaveCount(0)
  await page.goto('/profile/account')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
})

test('a person downloads one file with all their data and no secret', async ({ page }) => {
  const email = somebody()
  const token = await signIn(page, email)
  const id = await order(page, token)
  await page.goto('/profile/account')
  const copy = page.getByRole('region', { name: 'A copy of your data' })
  const make = copy.getByRole('button', { name: 'Make a copy' })
  await expect(make).toBeEnabled()
  await look(page, 'export-ask')
  await clean(page, 'account, before asking for a copy')
  await make.click()
  const download = copy.getByRole('button', { name: 'Download' })
  await expect(download).toBeVisible()
  await expect(make).toBeDisabled()
  await expect(copy.getByText('You can request one copy a day.')).toBeVisible()
  await look(page, 'export-ready')
  await clean(page, 'account, with a copy')
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toMatch(/^data-\d{4}-\d\d-\d\d\.json$/)
  const text = await readFile(await file.path(), 'utf8')
  const read = JSON.parse(text) as { profile: { email: string }[]; transactions: { id: string }[] }
  expect(read.profile.map((one) => one.email)).toEqual([email])
  expect(read.transactions.map((one) => one.id)).toEqual([id])
  expect(text).not.toContain(token)
})
