import { expect, type Page } from '@playwright/test'

/**
 * Makes the customer of a page a merchant through the API, with the customer's access token. Other journeys test the
 * pages. Returns the link of a new payment of 25 euro.
 */
export async function paymentLink(page: Page, token: string): Promise<string> {
  const api = '/api/client/v1/merchant'
  const headers = { authorization: `Bearer ${token}` }
  const settings = { name: 'Bean & Leaf', settlement_currency: 'EUR', return_hosts: ['localhost'] }
  const merchant = await page.request.put(api, { headers, data: settings })
  expect(merchant.ok(), await merchant.text()).toBe(true)
  const made = await page.request.post(`${api}/payments`, {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    data: { amount: '25.00', currency: 'EUR', description: 'Two bags of coffee' },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { url } = (await made.json()) as { url: string }
  return url
}
