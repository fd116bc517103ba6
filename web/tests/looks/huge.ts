import type { Page } from '@playwright/test'
import { BASE_URL } from '../e2e/support/ports'

const LISTS = /\/api\/client\/v1\/(balances|transactions)(\?|$)/
const HUGE = '98765432109876'

/** Puts more digits before every amount of the lists, so that the pictures show the longest ones. */
export async function withHugeAmounts(page: Page): Promise<void> {
  await page.route(LISTS, async (route) => {
    // Chromium resolves the host of every tenant by itself; Node asks the system, which may know `localhost` alone.
    const { host, pathname, search } = new URL(route.request().url())
    const headers = { ...route.request().headers(), host }
    const answer = await route.fetch({ url: `${BASE_URL}${pathname}${search}`, headers })
    const text = await answer.text()
    const body = text.replace(/"(amount|available|posted|value|held)":"(\d+\.\d+)"/g, `"$1":"${HUGE}$2"`)
    await route.fulfill({ response: answer, body })
  })
}
