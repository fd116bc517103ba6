import type { Page } from '@playwright/test'

const LISTS = /\/api\/client\/v1\/(balances|transactions)(\?|$)/
const HUGE = '98765432109876'

/** Puts more digits before every amount of the lists, so that the pictures show the longest ones. */
export async function withHugeAmounts(page: Page): Promise<void> {
  await page.route(LISTS, async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    const body = text.replace(/"(amount|available|posted|value|held)":"(\d+\.\d+)"/g, `"$1":"${HUGE}$2"`)
    await route.fulfill({ response: answer, body })
  })
}
