import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { BTC_ADDRESS } from './support/exchange'
import { look } from './support/look'
import { expect, signIn, test } from './support/test'

const API = '/api/client/v1'
const somebody = () => `several-${crypto.randomUUID().slice(0, 8)}@example.test`

type Caller = { token: string; profile: string }

async function post(page: Page, { token, profile }: Caller, path: string, data: object) {
  const headers = {
    authorization: `Bearer ${token}`,
    'profile-id': profile,
    'idempotency-key': crypto.randomUUID(),
  }
  const answer = await page.request.post(`${API}/${path}`, { headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as { id: string; reference: string }
}

/** Creates an order of a profile that waits for a bank transfer. */
async function order(page: Page, caller: Caller) {
  const asked = { side: 'BUY', from_currency: 'EUR', from_payway: 'iban', to_currency: 'BTC', to_payway: 'btc' }
  const quote = await post(page, caller, 'quotes', { ...asked, from_amount: '250.00', firm: true })
  const requisite = { kind: 'address', value: BTC_ADDRESS }
  return post(page, caller, 'orders', { quote_id: quote.id, requisite })
}

/** The card of the home page with the running orders. */
const runningOn = (page: Page) => page.locator('#root').getByRole('heading', { name: 'In progress' })

async function nothingRuns(page: Page): Promise<void> {
  await expect(page.locator('#root').getByText('Make your first purchase')).toBeVisible()
  await expect(runningOn(page)).toHaveCount(0)
}

async function profilesOf(page: Page, token: string): Promise<string[]> {
  const answer = await page.request.get(`${API}/user`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { profiles_id: string[] }).profiles_id
}

test('a second profile shows its own money and orders, live, and is closed once nothing is in it', async ({ page }) => {
  const token = await signIn(page, somebody())
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Profiles/ }).click()
  await expect(page.getByText('In use')).toBeVisible()
  await look(page, 'profiles-one')
  await page.getByRole('button', { name: 'Add a profile' }).click()
  await expect(page.getByText('Give it a name')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Savings')
  await page.getByRole('button', { name: 'Add a profile' }).click()
  await expect(page.getByRole('button', { name: 'Use Savings' })).toBeVisible()
  await look(page, 'profiles-two')
  await clean(page, 'profiles')

  // From now on every page shows the active profile.
  const current = page.getByRole('main').getByRole('button', { name: /^Profile/ })
  await expect(current).toContainText('Main profile')
  await current.click()
  const dialog = page.getByRole('dialog', { name: 'Choose a profile' })
  await expect(dialog).toBeVisible()
  await look(page, 'profiles-choose')
  await clean(page, 'choosing a profile')
  await dialog.getByRole('button', { name: 'Savings' }).click()
  await expect(page).toHaveURL(/\/cabinet$/)
  await expect(current).toContainText('Savings')
  await nothingRuns(page)
  const [main, savings] = await profilesOf(page, token)
  const made = await order(page, { token, profile: String(savings) })
  // Updated by this profile's socket.
  await expect(runningOn(page)).toBeVisible()
  await look(page, 'profiles-home')
  await clean(page, 'home of a second profile')
  await page.goto('/activity')
  await expect(page.getByRole('link', { name: /BTC/ })).toHaveCount(1)

  // The choice survives a reload, and the other profile does not contain the order.
  await current.click()
  await dialog.getByRole('button', { name: 'Main profile' }).click()
  await expect(current).toContainText('Main profile')
  await nothingRuns(page)
  await order(page, { token, profile: String(main) })
  await expect(runningOn(page)).toBeVisible()

  await current.click()
  await dialog.getByRole('link', { name: 'Manage profiles' }).click()
  await page.getByRole('button', { name: 'Close Savings' }).click()
  await expect(page.getByRole('alert')).toContainText(`Not finished: ${made.reference}`)
  await look(page, 'profiles-in-the-way')
  await clean(page, 'a profile that cannot be closed')
  await post(page, { token, profile: String(savings) }, `transactions/${made.id}/cancel`, {})
  await page.getByRole('button', { name: 'Close Savings' }).click()
  await expect(page.getByText('Closed. Its history stays.')).toBeVisible()
  // A single open profile needs no switch.
  await expect(current).toHaveCount(0)
  await look(page, 'profiles-closed')
  await page.getByRole('button', { name: 'Open Savings again' }).click()
  await expect(page.getByRole('button', { name: 'Use Savings' })).toBeVisible()
  await page.getByRole('button', { name: 'Rename Savings' }).click()
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Rainy days')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Use Rainy days' })).toBeVisible()
})

test('who has five profiles is told that there are no more', async ({ page }) => {
  const token = await signIn(page, somebody())
  for (const name of ['Two', 'Three', 'Four', 'Five']) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await page.request.post(`${API}/profiles`, { headers, data: { name } })).status()).toBe(201)
  }
  await page.goto('/profile/profiles')
  await expect(page.getByText('You can have at most 5 open profiles. Close one first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a profile' })).toBeDisabled()
  await look(page, 'profiles-five')
  await clean(page, 'five profiles')
})

test('a profile that is closed in another tab is left for the main one, and the page says why', async ({ page }) => {
  const token = await signIn(page, somebody())
  const made = await page.request.post(`${API}/profiles`, {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Savings' },
  })
  const { id: savings } = (await made.json()) as { id: string }
  await page.goto('/cabinet')
  const current = page.getByRole('main').getByRole('button', { name: /^Profile/ })
  await current.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Savings' }).click()
  await expect(current).toContainText('Savings')
  const closed = await page.request.post(`${API}/profiles/${savings}/close`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(closed.status()).toBe(204)
  await page.getByRole('link', { name: 'Activity' }).first().click()
  await expect(page).toHaveURL(/\/cabinet$/)
  await expect(page.getByText('The profile you were using here was closed elsewhere.')).toBeVisible()
  await nothingRuns(page)
  await look(page, 'profile-closed-elsewhere')
  await clean(page, 'home, after a profile was closed elsewhere')
  await page.reload()
  await nothingRuns(page)
  await expect(page.getByText('The profile you were using here was closed elsewhere.')).toHaveCount(0)
})

test('the way to another profile stays while the profiles cannot be had', async ({ page, context }) => {
  const token = await signIn(page, somebody())
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.post(`${API}/profiles`, { headers, data: { name: 'Savings' } })).status()).toBe(201)
  await page.route(`**${API}/profiles`, (route) => route.fulfill({ status: 503 }))
  await page.goto('/cabinet')
  const current = page.getByRole('main').getByRole('button', { name: /^Profile/ })
  await current.click()
  const dialog = page.getByRole('dialog', { name: 'Choose a profile' })
  await expect(dialog.getByRole('alert')).toContainText('Cannot reach the service')
  await look(page, 'profiles-choose-failed')
  await clean(page, 'choosing a profile, not loaded')
  await page.unroute(`**${API}/profiles`)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Cannot reach the service')
  await context.setOffline(false)
  await expect(dialog.getByRole('button', { name: 'Savings' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Main profile' }).click()
  await expect(dialog).toBeHidden()
  await expect(current).toContainText('Main profile')
})

test('a name that could not be kept stays where it was typed, with the reason beneath it', async ({ page }) => {
  await signIn(page, somebody())
  await page.goto('/profile/profiles')
  await page.getByRole('button', { name: 'Rename Main profile' }).click()
  const name = page.getByRole('textbox', { name: 'Name' }).first()
  await name.fill('Rainy days')
  await page.route(`**${API}/profiles/*`, (route) => route.fulfill({ status: 503 }))
  await name.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Cannot reach the service')
  await expect(name).toHaveValue('Rainy days')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await look(page, 'profiles-rename-failed')
  await clean(page, 'a name that could not be kept')
  await page.unroute(`**${API}/profiles/*`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Rename Rainy days' })).toBeFocused()
  // Cancelling keeps the name.
  await page.getByRole('button', { name: 'Rename Rainy days' }).click()
  await name.fill('Stormy days')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Rename Rainy days' })).toBeFocused()
})
