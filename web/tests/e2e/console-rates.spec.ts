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

  await test.step('a pair is paused with a reason, and resumed', async () => {
    await page.getByRole('button', { name: 'Pause a pair' }).click()
    const ask = page.getByRole('dialog', { name: 'Pause quotes of a pair?' })
    await ask.getByLabel('Currency').selectOption('DEXT')
    await ask.getByLabel('And', { exact: true }).selectOption('PLN')
    await ask.getByLabel('Reason').fill('the market for it is closed today')
    await ask.getByRole('button', { name: 'Pause a pair' }).click()
    await ask.getByRole('button', { name: 'Close' }).last().click()
    const paused = page.getByRole('listitem').filter({ hasText: /DEXT|PLN/ })
    await expect(paused).toContainText('the market for it is closed today')
    await look(page, 'console-rates-paused')
    await paused.getByRole('button', { name: 'Resume' }).click()
    const again = page.getByRole('dialog', { name: 'Resume these quotes?' })
    await again.getByLabel('Reason').fill('the market is open again')
    await again.getByRole('button', { name: 'Resume' }).click()
    await again.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('Nothing is paused.')).toBeVisible()
  })
  await test.step('alerts by email are chosen in the settings', async () => {
    await page.getByRole('link', { name: 'Your settings' }).click()
    await expect(page.getByText('everything on the overview that your role can act on')).toBeVisible()
    await page.getByRole('radio', { name: 'Urgent' }).check()
    await expect(page.getByText('when money is at risk or customers are stopped')).toBeVisible()
    await look(page, 'console-settings')
    await clean(page, 'console, settings')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Urgent' })).toBeChecked()
  })
})
