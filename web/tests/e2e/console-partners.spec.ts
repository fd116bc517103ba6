import { clean } from './support/axe'
import { look } from './support/look'
import { paymentLink } from './support/merchant'
import { because, operator } from './support/operator'
import { BASE_URL } from './support/ports'
import { expect, test } from './support/test'

test('an operator finds the partner of a leaked key, revokes it, and stops the shop', async ({
  browser,
  person: page,
  token,
}) => {
  await paymentLink(page, token)
  const headers = { authorization: `Bearer ${token}` }
  const data = { kind: 'exchanger', name: 'Booking backend', scopes: ['exchanger:read'] }
  const made = await page.request.post(`${BASE_URL}/api/client/v1/partner-keys`, { headers, data })
  expect(made.ok(), await made.text()).toBe(true)
  const { secret } = (await made.json()) as { secret: string }
  const status = async () =>
    (await page.request.get(`${BASE_URL}/api/partner/v1/payways`, { headers: { 'Api-Key': secret } })).status()
  expect(await status()).toBe(200)

  const risk = await operator(browser, `rita-${Date.now()}@bank.example`, 'risk_analyst')
  await risk.goto('/console/partners')
  // The newest customer is the first.
  const row = risk.getByRole('row').filter({ hasText: 'Bean & Leaf' }).first()
  await expect(row).toBeVisible()
  await look(risk, 'console-partners')
  await row.getByRole('link').click()
  await expect(risk.getByText(secret.slice(0, 12))).toBeVisible()
  await clean(risk, 'console, a partner')
  await look(risk, 'console-partner')
  await risk.getByRole('button', { name: 'Revoke', exact: true }).click()
  await because(risk, 'Revoke', 'the secret stands in a public repository')
  await risk.getByRole('button', { name: 'Close' }).click()
  await expect(risk.getByText('Revoked', { exact: true })).toBeVisible()
  expect(await status()).toBe(401)

  await risk.getByRole('button', { name: 'Stop the merchant' }).click()
  await because(risk, 'Stop the merchant', 'sells what the terms forbid')
  await risk.getByRole('button', { name: 'Close' }).click()
  await expect(risk.getByText('It takes no payments.')).toBeVisible()
  await look(risk, 'console-partner-stopped')
})
