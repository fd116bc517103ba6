import { clean } from './support/axe'
import { BTC_ADDRESS, confirm, prepareSale, sandbox } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

test('a seller names a refund address with the order, and a returned payment goes there', async ({ person: page }) => {
  await prepareSale(page, ['BTC', 'Bitcoin'], '0.01')
  await expect(page.getByText('If the payment must be returned')).toBeVisible()
  await page.getByRole('button', { name: 'Add an address' }).click()
  const form = page.getByRole('dialog', { name: 'Address for a refund' })
  await form.getByLabel(/^Your \w+ address/).fill('bc1qnotanaddress')
  await form.getByRole('button', { name: 'Use this address' }).click()
  await expect(form.getByRole('button', { name: 'Use this address' })).toBeVisible()
  await form.getByLabel(/^Your \w+ address/).fill(BTC_ADDRESS)
  await expect(form.getByText('valid', { exact: true })).toBeVisible()
  await look(page, 'refund-address-form')
  await form.getByRole('button', { name: 'Use this address' }).click()
  await expect(form).toBeHidden()
  await look(page, 'refund-address-confirm')
  await clean(page, 'the confirmation with a refund address')
  // It survives a reload, like the rest of the draft.
  await page.reload()
  const section = page.getByRole('region', { name: 'If the payment must be returned' })
  await expect(section.getByRole('button', { name: 'Change' })).toBeVisible()
  await confirm(page)
  await sandbox(page, 'Underpay')
  await sandbox(page, 'Confirm')
  const panel = page.getByRole('region', { name: 'Less arrived than was ordered' })
  await panel.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payment?' })
  await expect(dialog.getByText('This is the address that you named with the order.')).toBeVisible()
  await expect(dialog.getByLabel(/^Your \w+ address/)).toHaveValue(BTC_ADDRESS)
  await look(page, 'refund-address-used')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('article').getByText('Refunded', { exact: true }).first()).toBeVisible()
})
