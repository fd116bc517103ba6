import { clean } from './support/axe'
import { look } from './support/look'
import { expect, test } from './support/test'

test('a developer finds an operation, and tries it with a test key', async ({ person: page }) => {
  await page.goto('/profile/api-management')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Reader')
  await page.getByRole('checkbox', { name: /Create buy orders/ }).check()
  await page.getByRole('checkbox', { name: /Prices, currencies and directions/ }).check()
  await page.getByRole('button', { name: 'Create the key' }).click()
  const secret = (await page.locator('[data-secret]').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('link', { name: 'Open the reference' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
  await look(page, 'api-reference')
  await clean(page, 'API reference')

  await page.getByLabel('Find an operation').fill('post quotes')
  await page.getByRole('button', { name: 'POST /quotes' }).click()
  const request = page.getByRole('region', { name: 'Request' })
  await expect(request.getByText('curl -sS')).toContainText('/api/partner/v1/quotes')
  await expect(request.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByLabel('Test key').fill(secret)
  await request.getByRole('button', { name: 'Send' }).click()
  await expect(request.getByText('201')).toBeVisible()
  await expect(request.locator('pre').last()).toContainText('"to_currency": "LTC"')
  await look(page, 'api-reference-tried')
  await clean(page, 'API reference, an answer')

  await request.getByLabel('Body').fill('{"side":"BUY"}')
  await request.getByRole('button', { name: 'Send' }).click()
  await expect(request.getByText('VALIDATION_ERROR')).toBeVisible()
  await page.getByLabel('Find an operation').fill('nothing of this name')
  await expect(page.getByRole('status').filter({ hasText: 'No operation fits' })).toBeVisible()
})
