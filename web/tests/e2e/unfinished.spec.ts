import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { atRequisites, give, openExchange, pick } from './support/exchange'
import { look } from './support/look'
import { expect, hear, signIn, test } from './support/test'

const offer = (page: Page) => page.getByRole('heading', { name: 'Continue where you were' })

/** Waits until the server has the draft. */
const kept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/order-draft') && answer.request().method() === 'PUT')

test('an order that was begun on one device goes on at its step on another', async ({ page, browser }) => {
  const email = `unfinished-${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(page, email)
  await openExchange(page, 'Sell')
  await pick(page, 'You pay', 'LTC', 'Litecoin')
  await pick(page, 'You receive', 'EUR', 'Bank transfer')
  await give(page, '2')
  const saved = kept(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
  expect((await saved).ok()).toBe(true)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const phone = await context.newPage()
  hear(phone)
  await signIn(phone, email)
  await phone.goto('/cabinet')
  await expect(offer(phone)).toBeVisible()
  await expect(phone.getByText(/^Sell · 2(\.0+)?\sLTC → EUR · Litecoin$/)).toBeVisible()
  await clean(phone, 'an unfinished order')
  await look(phone, 'unfinished-home')
  await phone.getByRole('button', { name: 'Continue', exact: true }).click()
  await atRequisites(phone)

  await phone.goto('/cabinet')
  await phone.getByRole('button', { name: 'Discard' }).click()
  await expect(offer(phone)).toBeHidden()
  await phone.reload()
  await expect(phone.getByText(/^Hello/).first()).toBeVisible()
  await expect(offer(phone)).toBeHidden()
  await context.close()
})
