import { clean } from './support/axe'
import { keptOnBalance, orderPurchase, sandbox } from './support/exchange'
import { expect, settingSaved, test } from './support/test'

test('a balance worth next to nothing is hidden on request, everywhere and from then on', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '100')
  await sandbox(page, 'Pay twice')
  await page.getByRole('link', { name: 'Open it' }).click()
  const panel = page.getByRole('region', { name: 'The payment arrived twice' })
  await panel.getByRole('button', { name: 'Deposit to balance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await keptOnBalance(page)

  await page.goto('/balances')
  const row = page.getByRole('listitem').filter({ hasText: 'Euro' })
  const hide = page.getByRole('switch', { name: 'Hide small balances' })
  const press = () => page.getByText('Hide small balances', { exact: true }).click()
  await expect(row).toBeVisible()
  await expect(hide, 'there is nothing small').toHaveCount(0)
  await page.goto('/profile')
  const counted = settingSaved(page)
  // A hundred euros are far less than one bitcoin.
  await page.getByLabel('Main currency').selectOption('BTC')
  await counted
  await page.goto('/balances')
  const saved = settingSaved(page)
  await press()
  await saved
  await expect(page.getByText('1 small balance is hidden')).toBeVisible()
  await expect(row).toHaveCount(0)
  await clean(page, 'a small balance is hidden')
  await page.goto('/cabinet')
  await expect(page.getByText('1 small balance is hidden')).toBeVisible()
  await page.goto('/profile')
  await expect(hide).toBeChecked()
  const shown = settingSaved(page)
  await press()
  await shown
  await page.goto('/balances')
  await expect(row).toBeVisible()
})
