import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { BTC_ADDRESS, orderPurchase, payByCard, succeeded } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

/** Opens the dialog and returns the link. */
async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share status' })
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  return (await dialog.getByTestId('status-link').textContent()) ?? ''
}

test('a stranger follows an order by its link until it is done, and the owner ends that', async ({
  person: page,
  browser,
}) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  const link = await share(page)
  expect(link).toMatch(/\/status#agt_\w{49}$/)
  await look(page, 'share-status')
  await clean(page, 'the dialog of a status link')
  await page.keyboard.press('Escape')

  const context = await browser.newContext({ locale: 'en-GB' })
  const stranger = await context.newPage()
  const asked: string[] = []
  stranger.on('request', (request) => asked.push(request.url()))
  const response = await stranger.goto(link)
  expect(response?.headers()['x-robots-tag']).toContain('noindex')
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(stranger.getByText('Waiting for payment')).toBeVisible()
  await look(stranger, 'shared-status-waiting')
  await clean(stranger, 'a shared status')
  await expect(stranger.locator('body')).not.toContainText(BTC_ADDRESS.slice(0, 8))
  await expect(stranger.getByRole('main').getByRole('button')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('agt_'))).toEqual([])

  await payByCard(page, '4242 4242 4242 4242')
  await succeeded(page)
  // The stranger's page follows by itself.
  await expect(stranger.getByText('Success', { exact: true })).toBeVisible()
  await expect(stranger.getByText('Payout on the network')).toBeVisible()
  await look(stranger, 'shared-status-done')
  await clean(stranger, 'a shared status of a completed order')

  expect(await share(page), 'the owner sees the same link again').toBe(link)
  await page.getByRole('button', { name: 'Withdraw the link' }).click()
  await expect(page.getByText('The link no longer works.')).toBeVisible()
  await stranger.goto('about:blank')
  await stranger.goto(link)
  await expect(stranger.getByText('This link does not work')).toBeVisible()
  await look(stranger, 'shared-status-withdrawn')
  await clean(stranger, 'a withdrawn status link')
  await stranger.getByRole('link', { name: 'Sign in' }).click()
  await expect(stranger).toHaveURL(/\/authentication/)
  await context.close()
})

test('a shared status survives a lost connection and says so', async ({ person: page, browser }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  const link = await share(page)
  const context = await browser.newContext({ locale: 'uk' })
  const stranger = await context.newPage()
  await stranger.route('**/status-links/look', (route) => route.fulfill({ status: 503, body: '' }))
  await stranger.goto(link)
  await expect(stranger.getByRole('alert')).toBeVisible()
  await look(stranger, 'shared-status-failed')
  await stranger.unroute('**/status-links/look')
  await stranger.getByRole('button', { name: 'Спробувати ще раз' }).click()
  await expect(stranger.getByText('Стан заявки')).toBeVisible()
  await context.setOffline(true)
  await expect(stranger.getByText('Стан заявки')).toBeVisible()
  await expect(stranger.getByText('250', { exact: false }).first()).toBeVisible()
  await look(stranger, 'shared-status-offline')
  await context.close()
})
