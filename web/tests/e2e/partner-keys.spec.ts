import type { APIRequestContext, Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { expect, test } from './support/test'

/** Opens the API keys from the profile. */
async function openKeys(page: Page) {
  await page.goto('/profile')
  await page.getByRole('link', { name: /^API keys/ }).click()
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/api-management$/)
}

/** What the partner's server gets with a secret. */
async function statusWith(request: APIRequestContext, secret: string): Promise<number> {
  const answer = await request.get('/api/partner/v1/payways', { headers: { 'Api-Key': secret } })
  return answer.status()
}

test('a key is made, serves a program, gets a new secret, and is revoked', async ({ person: page, request }) => {
  await test.step('there is none, and a first call to copy', async () => {
    await openKeys(page)
    await expect(page.getByText('No API keys yet')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'First call' })).toBeVisible()
    await clean(page, 'no API keys')
    await look(page, 'partner-keys-none')
  })

  const secret = page.locator('[data-secret]')
  const first = await test.step('a new key shows its secret once', async () => {
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Booking backend')
    await page.getByRole('checkbox', { name: /Create buy orders/ }).check()
    await look(page, 'partner-keys-new')
    await clean(page, 'a new API key')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await expect(secret).toHaveText(/^sk_test_/)
    await look(page, 'partner-keys-made')
    return (await secret.textContent()) ?? ''
  })
  expect(await statusWith(request, first)).toBe(200)

  await test.step('a key that pays out needs addresses', async () => {
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('radio', { name: /^Wallet/ }).check()
    await page.getByLabel('Name').fill('Payouts')
    await page.getByRole('checkbox', { name: /Withdrawals/ }).check()
    await page.getByRole('button', { name: 'Create the key' }).click()
    await expect(page.getByRole('alert')).toContainText('Name the addresses')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  const second = await test.step('for a time two secrets work', async () => {
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: /Booking backend/ }).click()
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    await expect(secret).toHaveText(/^sk_test_/)
    await clean(page, 'an API key')
    await look(page, 'partner-keys-one')
    return (await secret.textContent()) ?? ''
  })
  expect(second).not.toBe(first)
  expect([await statusWith(request, first), await statusWith(request, second)]).toEqual([200, 200])

  await test.step('a revoked key is refused at once', async () => {
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect(page.getByText('Revoked').first()).toBeVisible()
    expect([await statusWith(request, first), await statusWith(request, second)]).toEqual([401, 401])
    await page.getByRole('button', { name: 'All keys' }).click()
    await look(page, 'partner-keys-list')
  })
})
