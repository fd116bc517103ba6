import { clean } from './support/axe'
import { look } from './support/look'
import { operator } from './support/operator'
import { expect, test } from './support/test'

test('an operator sees what is quoted, from where, and what is not', async ({ browser }) => {
  const page = await operator(browser, 'rita@bank.example', 'treasury_operator')
  await page.getByRole('link', { name: 'Rates' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rates' })).toBeVisible()
  await expect(page.getByText(/Sandbox market, \d+ seconds? ago/)).toBeVisible()
  const board = page.getByRole('table', { name: 'Rates' })
  const row = (currency: string) => board.getByRole('row').filter({ hasText: new RegExp(`^${currency}`) })
  await expect(row('LTC')).toContainText('Quoted')
  await expect(board.getByRole('row', { name: /^EUR / })).toHaveCount(0)
  await look(page, 'console-rates')
  await clean(page, 'console, rates')
  await page.getByRole('button', { name: /^Not quoted/ }).click()
  await expect(row('LTC')).toHaveCount(0)
})
