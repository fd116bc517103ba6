import { test as base, expect, type Page } from '@playwright/test'
import { BASE_URL } from './ports'

/** Messages that a browser prints for answers the page handles itself. */
const EXPECTED = [
  /status of 4\d\d/,
  /status of 503/,
  /ERR_CONNECTION_RESET/,
  /ERR_INTERNET_DISCONNECTED/,
  /^ApiError: ERR_NETWORK/,
]

/** What the pages of this journey complained of: one journey after the other has this process. */
const errors: string[] = []

/** Hears a page that a journey opens beside its own. */
export function hear(page: Page): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.some((known) => known.test(message.text()))) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
}

/** Every journey fails on an error in the console or an uncaught exception: a broken page may look whole. */
export const test = base.extend<{ person: Page }>({
  page: async ({ page }, use) => {
    errors.length = 0
    hear(page)
    await use(page)
    expect(errors, 'errors in the console').toEqual([])
  },

  /** A page of somebody new who has signed in and accepted the terms. */
  person: async ({ page }, use, info) => {
    await signIn(page, `${info.workerIndex}-${crypto.randomUUID().slice(0, 8)}@example.test`)
    await use(page)
  },
})

export { expect }

/**
 * Waits until the server has kept the next change of settings; reading them is not it. Whoever makes two changes waits for
 * each: the browser does not show a request's body.
 */
export async function settingSaved(page: Page): Promise<void> {
  await page.waitForResponse(
    (answer) => answer.url().endsWith('/user/settings') && answer.request().method() === 'PUT' && answer.ok(),
  )
}

/** Signs in through the API; the refresh cookie then serves the page. The sign-in page has a journey of its own. */
export async function signIn(page: Page, email: string): Promise<string> {
  const api = '/api/client/v1'
  const challenge = await page.request.post(`${api}/login?method=email`, { data: { email } })
  expect(challenge.status(), await challenge.text()).toBe(202)
  const { challenge_id } = (await challenge.json()) as { challenge_id: string }
  // The cookie is given only to the page of this very host, which a browser says with these.
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
