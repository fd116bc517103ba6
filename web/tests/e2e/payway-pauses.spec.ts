import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { coinRow, openExchange } from './support/exchange'
import { look } from './support/look'
import { because, invitation, join } from './support/operator'
import { addTenant, enter, siteOf } from './support/tenant'
import { expect, hear, test } from './support/test'

/** A local time of the browser in this many hours, as its field has it. */
const inHours = (page: Page, hours: number) =>
  page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 3_600_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, hours)

/** Opens the ways to pay złoty. */
async function waysOfPln(page: Page) {
  await openExchange(page, 'Buy')
  await page.getByRole('button', { name: /^You pay: / }).click()
  const picker = page.getByRole('dialog', { name: 'You pay' })
  await (await coinRow(picker, 'PLN')).click()
  return picker.getByRole('radio', { name: /BLIK/ })
}

test.describe('a tenant whose BLIK has maintenance', () => {
  test.use({ baseURL: siteOf('pauser') })

  test('tells customers why and until when, and takes payments again once it is on', async ({ page, browser }) => {
    addTenant('pauser')
    await enter(page)
    const desk = await (await browser.newContext()).newPage()
    hear(desk)
    const where = { tenant: 'pauser', url: siteOf('pauser') }
    await join(desk, invitation('pia@bank.example', 'treasury_operator', where))
    await test.step('an operator switches it off for two hours', async () => {
      await desk.getByRole('link', { name: 'Connections' }).click()
      await expect(desk.getByText('All payment methods are on')).toBeVisible()
      await expect(desk.getByRole('listitem').filter({ hasText: 'Prices: ' }).first()).toContainText('Works')
      const off = desk.getByRole('heading', { name: 'Payment methods that are off' })
      await desk.locator('section').filter({ has: off }).getByRole('button', { name: 'Switch off' }).click()
      const ask = desk.getByRole('dialog', { name: 'Switch a payment method off?' })
      await ask.getByLabel('Payment method').selectOption('BLIK')
      await ask.getByLabel('Ends').fill(await inHours(desk, 2))
      await look(desk, 'console-payway-off-form')
      await because(desk, 'Switch off', 'the provider told us so by telephone')
      await ask.getByRole('button', { name: 'Close' }).last().click()
      await expect(desk.getByRole('listitem').filter({ hasText: 'BLIK' })).toContainText('Planned maintenance')
      await look(desk, 'console-payway-off')
      await clean(desk, 'console, payment methods that are off')
    })
    await test.step('a customer sees the reason, and cannot choose it', async () => {
      const blik = await waysOfPln(page)
      await expect(blik).toBeDisabled()
      await expect(page.getByText(/Planned maintenance · until .*\d\d:\d\d/)).toBeVisible()
      await look(page, 'payway-off-picker')
      await page
        .getByRole('dialog', { name: 'You pay' })
        .getByRole('radio', { name: /Bank transfer/ })
        .check()
      await page.getByRole('button', { name: /^Use / }).click()
      await expect(page.getByText(/^BLIK is off until .*\d\d:\d\d/)).toBeVisible()
      await look(page, 'payway-off-notice')
      await clean(page, 'exchange with a payment method that is off')
    })
    await test.step('the operator switches it on', async () => {
      await desk.getByRole('listitem').filter({ hasText: 'BLIK' }).getByRole('button', { name: 'Switch on' }).click()
      await because(desk, 'Switch on', 'it works again')
      await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
      await expect(desk.getByText('All payment methods are on')).toBeVisible()
      await page.reload()
      await expect(await waysOfPln(page)).toBeEnabled()
    })
  })
})
