import { clean } from './support/axe'
import { give, openExchange, payByCard, pick } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

test('an order that is made again and again is kept, used, renamed and archived', async ({ person: page }) => {
  await page.goto('/presets')
  await expect(page.getByText('No presets yet')).toBeVisible()
  await look(page, 'presets-empty')

  await test.step('the terms of the form are kept', async () => {
    await openExchange(page, 'Buy')
    await pick(page, 'You pay', 'EUR', 'Visa / MC')
    await pick(page, 'You receive', 'BTC', 'Balance')
    await give(page, '120')
    await page.getByRole('button', { name: 'Keep as a preset' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep as a preset' })
    await dialog.getByLabel('Name').fill('Savings')
    await look(page, 'preset-keep')
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Savings', level: 1 })).toBeVisible()
    await look(page, 'preset')
    await clean(page, 'a preset')
  })

  await test.step('it is used with one confirmation', async () => {
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByRole('button', { name: 'Confirm and pay' }).click()
    await payByCard(page, '4242 4242 4242 4242')
    await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
  })

  await test.step('its orders stand at it, and it is renamed', async () => {
    await page.goto('/presets')
    await page.getByRole('link', { name: /^Savings/ }).click()
    await expect(page.getByRole('heading', { name: 'Finished' })).toBeVisible()
    await page.getByRole('button', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename the preset' })
    await dialog.getByLabel('Name').fill('Every month')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Every month', level: 1 })).toBeVisible()
    await look(page, 'preset-with-orders')
  })

  await test.step('it goes to the archive and comes back', async () => {
    await page.getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use it' })).toBeHidden()
    await page.getByRole('link', { name: 'Presets' }).click()
    await expect(page.getByText('No presets yet')).toBeVisible()
    await page.getByRole('link', { name: 'Archive' }).click()
    await page.getByRole('link', { name: /^Every month/ }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('button', { name: 'Use it' })).toBeVisible()
  })
})
