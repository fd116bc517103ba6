import { orderSale, step, succeeded } from './support/exchange'
import { mine, pay } from './support/litecoin'
import { expect, test } from './support/test'

const node = process.env.AGIO_E2E_LITECOIN ?? ''

test('sells Litecoin that is sent and confirmed on a real node', async ({ person: page }) => {
  test.skip(node === '', 'litecoind is not installed')
  await orderSale(page, ['LTC', 'Litecoin'], '2')
  const address = page.getByText(/^rltc1[a-z0-9]+$/)
  await expect(address).toBeVisible()
  await pay(node, await address.innerText(), '2')
  await mine(node, 1)
  await expect(step(page, 'Network confirmation')).toBeVisible()
  await expect(page.getByText(/^1 of \d+ confirmations$/)).toBeVisible()
  await mine(node, 6)
  await succeeded(page)
})
