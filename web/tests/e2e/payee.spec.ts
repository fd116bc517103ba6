import { clean } from './support/axe'
import { confirm, prepareSale, sandbox, succeeded } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const BTC: [string, string] = ['BTC', 'Bitcoin']

test('the bank knows a close name: it is taken, and the sale completes', async ({ person: page }) => {
  await prepareSale(page, BTC, '0.01', 'NL91ABNA0417164300')
  const panel = page.getByRole('region', { name: 'The bank writes the name differently' })
  const order = page.getByRole('button', { name: 'Confirm and pay' })
  await expect(panel).toBeVisible()
  await expect(order).toBeDisabled()
  await look(page, 'payee-close')
  await clean(page, 'payee-close')
  await panel.getByRole('radio', { name: /^Olena Kovalenko/ }).click()
  await expect(order).toBeDisabled()
  await panel.getByRole('checkbox', { name: /did not confirm this name/ }).check()
  await expect(order).toBeEnabled()
  await look(page, 'payee-own')
  await clean(page, 'payee-own')
  await panel.getByRole('radio', { name: /^O\. Kovalenko/ }).click()
  await confirm(page)
  await sandbox(page, 'Pay')
  await sandbox(page, 'Confirm')
  await succeeded(page)
  await page.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByText('O. Kovalenko', { exact: true })).toBeVisible()
  await expect(page.getByText('The bank’s spelling; you wrote Olena Kovalenko')).toBeVisible()
  await look(page, 'payee-details')
})

test('a slow bank credits the sale once the sandbox’s clock was advanced', async ({ person: page }) => {
  await prepareSale(page, BTC, '0.01', 'DE89370400440532013000')
  await expect(page.getByText('The bank confirms that the account is in the name Olena Kovalenko.')).toBeVisible()
  await look(page, 'payee-match')
  await clean(page, 'payee-match')
  await confirm(page)
  await sandbox(page, 'Pay')
  await sandbox(page, 'Confirm')
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  const panel = page.getByRole('complementary', { name: 'Sandbox' })
  await expect(panel.getByText(/clock is \d+:\d\d ahead/)).toBeVisible()
  await look(page, 'clock-sent')
  await sandbox(page, 'Move on 10 minutes')
  await succeeded(page)
})

test('somebody else’s account stops the order before it exists', async ({ person: page }) => {
  await prepareSale(page, BTC, '0.01', 'FR1420041010050500013M02606')
  const panel = page.getByRole('region', { name: 'This account belongs to someone else' })
  await expect(panel).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm and pay' })).toBeDisabled()
  await look(page, 'payee-none')
  await clean(page, 'payee-none')
  await panel.getByRole('button', { name: 'Change the account or the name' }).click()
  await expect(page).toHaveURL(/\/exchange\/requisites$/)
  await expect(page.getByLabel('Full name of the account’s owner')).toHaveValue('Olena Kovalenko')
})

test('a bank that takes no part is paid only by somebody who says that they know', async ({ person: page }) => {
  await prepareSale(page, BTC, '0.01', 'GB29NWBK60161331926819')
  const panel = page.getByRole('region', { name: 'The name could not be checked' })
  await expect(page.getByRole('button', { name: 'Confirm and pay' })).toBeDisabled()
  await panel.getByRole('checkbox').check()
  await look(page, 'payee-unknown')
  await clean(page, 'payee-unknown')
  await confirm(page)
})
