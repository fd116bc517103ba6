import { test as base, expect, type Page } from '@playwright/test'
import { BASE_URL } from './ports'

/** Console messages about responses that the page handles. */
const EXPECTED = [
  /status of 4\d\d/,
  /status of 503/,
  /ERR_CONNECTION_RESET/,
  /ERR_INTERNET_DISCONNECTED/,
  /^ApiError: (ERR_NETWORK|SERVICE_UNAVAILABLE|UPDATE_REQUIRED|This version of the app)/,
]

/** The page errors of this journey. Journeys of one process run sequentially. */
const errors: string[] = []

/** Records the errors of an additional page of a journey. */
export function hear(page: Page): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.some((known) => known.test(message.text()))) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
}

/** Every journey fails on a console error or an uncaught exception, because a broken page may look intact. */
export const test = base.extend<{ person: Page; token: string }>({
  page: async ({ page }, use) => {
    errors.length = 0
    hear(page)
    await use(page)
    expect(errors, 'errors in the console').toEqual([])
  },

  /** A page of a new customer who has signed in and accepted the terms. */
  person: async ({ page, token: _ }, use) => use(page),

  /** The access token of `person`, for what a journey prepares through the API. */
  token: async ({ page }, use, info) => {
    await use(await signIn(page, `${info.workerIndex}-${crypto.randomUUID().slice(0, 8)}@example.test`))
  },
})

export { expect }

/**
 * Waits until the server has saved the next change of settings, not a read. For two changes, wait for each separately,
 * because the browser does not expose a request's body.
 */
export async function settingSaved(page: Page): Promise<void> {
  await page.waitForResponse(
    (answer) => answer.url().endsWith('/user/settings') && answer.request().method() === 'PUT' && answer.ok(),
  )
}

/**
 * Signs in through the API; the refresh cookie then applies to the page. Other journeys test the sign-in page. Returns
 * the access token.
 */
export async function signIn(page: Page, email: string): Promise<string> {
  const api = '/api/client/v1'
  const challenge = await page.request.post(`${api}/login?method=email`, { data: { email } })
  expect(challenge.status(), await challenge.text()).toBe(202)
  const { challenge_id } = (await challenge.json()) as { challenge_id: string }
  // The server sets the cookie only for a same-origin page, which browsers mark with these headers.
  const samePage = { origin: BASE_URL, 'sec-fetch-site': 'same-origin' }
  const login = await page.request.put(`${api}/login?method=email`, {
    headers: samePage,
    data: { challenge_id, code: '111111' },
  })
  expect(login.ok(), await login.text()).toBe(true)
  const { access_token } = (await login.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const terms = await page.request.get(`${api}/user/terms`, { headers })
  const { version, is_consent_required } = (await terms.json()) as { version: string; is_consent_required: boolean }
  if (is_consent_required) {
    const accepted = await page.request.post(`${api}/user/accept-terms`, { headers, data: { version } })
    expect(accepted.ok(), await accepted.text()).toBe(true)
  }
  return access_token
}
