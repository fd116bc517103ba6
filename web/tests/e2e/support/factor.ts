import { expect, type Page } from '@playwright/test'
import { totp } from './totp'

/**
 * Sets up an authenticator app through the API, with the access token of the page's customer. Another journey tests the
 * pages. Returns the app's key and the recovery codes.
 */
export async function setUpApp(page: Page, token: string): Promise<{ secret: string; codes: string[] }> {
  const api = '/api/client/v1/user/two-factor/totp'
  const headers = { authorization: `Bearer ${token}` }
  const begun = await page.request.post(api, { headers })
  expect(begun.ok(), await begun.text()).toBe(true)
  const { secret } = (await begun.json()) as { secret: string }
  const confirmed = await page.request.post(`${api}/confirm`, { headers, data: { code: totp(secret) } })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
  const { recovery_codes: codes } = (await confirmed.json()) as { recovery_codes: string[] }
  return { secret, codes }
}
