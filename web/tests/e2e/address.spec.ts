import type { Page } from '@playwright/test'
import { BTC_ADDRESS, give, openExchange, pick } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

async function atAddress(page: Page): Promise<void> {
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Visa / MC')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '50')
}

const field = (page: Page) => page.getByLabel(/^Your BTC address/)

test('the address is confirmed whole, and copied as it is', async ({ person: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await atAddress(page)
  await field(page).fill(BTC_ADDRESS)
  await expect(page.getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  const shown = page.getByRole('button', { name: 'Copy the address' }).locator('xpath=../..')
  await expect(shown).toBeVisible()
  await look(page, 'confirm-address')
  // The address is shown in groups of four, which the selected text must not contain.
  const { groups, selected } = await shown.evaluate((cell) => {
    const address = cell.querySelector('span') ?? cell
    getSelection()?.selectAllChildren(address)
    const groups = [...address.querySelectorAll('span')].map((group) => group.textContent)
    return { groups, selected: getSelection()?.toString() }
  })
  expect(selected).toBe(BTC_ADDRESS)
  expect(groups.slice(0, 3)).toEqual(['bc1q', 'w508', 'd6qe'])
  await shown.getByRole('button', { name: 'Copy the address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(BTC_ADDRESS)
  // The terms are accessible from the confirmation.
  await expect(page.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', '/profile/terms')
  await expect(page.getByRole('link', { name: 'terms of use' })).toHaveAttribute('target', '_blank')
})

test('an address of an earlier order is offered, and gone once something is typed', async ({ person: page }) => {
  await page.route(/\/transactions\?status=DONE/, (route) =>
    route.fulfill({
      json: {
        data: [
          {
            id: 'ord_1',
            status: 'DONE',
            to: { currency: 'BTC', payway: 'btc', amount: '1' },
            requisite: { kind: 'address', display: '', value: BTC_ADDRESS },
          },
        ],
        has_more: false,
      },
    }),
  )
  await atAddress(page)
  await expect(page.getByRole('heading', { name: 'Used before' })).toBeVisible()
  await look(page, 'used-addresses')
  await page.getByRole('button', { name: BTC_ADDRESS }).click()
  await expect(field(page)).toHaveValue(BTC_ADDRESS)
  await expect(page.getByRole('heading', { name: 'Used before' })).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a code is scanned where the browser reads codes and has a camera', async ({ person: page }) => {
  await page.addInitScript((address) => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => [{ rawValue: address }]
    }
    const stopped = () => document.documentElement.setAttribute('data-camera', 'off')
    const canvas = document.createElement('canvas')
    // Draws repeatedly, because a real camera sends continuous frames.
    setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 9, 9), 50)
    Object.assign(window, { BarcodeDetector })
    Object.assign(navigator.mediaDevices, {
      enumerateDevices: async () => [{ kind: 'videoinput' }],
      getUserMedia: async () => {
        const stream = canvas.captureStream()
        for (const track of stream.getTracks()) {
          const stop = track.stop.bind(track)
          track.stop = () => {
            stopped()
            stop()
          }
        }
        return stream
      },
    })
  }, BTC_ADDRESS)
  await atAddress(page)
  await page.getByRole('button', { name: 'Scan a QR code' }).click()
  await expect(field(page)).toHaveValue(BTC_ADDRESS)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-camera', 'off')
})
