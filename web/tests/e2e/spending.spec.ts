import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { depositByCard } from './support/balance'
import { look } from './support/look'
import { expect, settingSaved, test } from './support/test'

const rows = (page: Page) => page.getByRole('list', { name: 'Order of spending' }).getByRole('listitem')

const spent = (page: Page, name: string) => page.getByRole('switch', { name: `Spend from ${name}` })

/** Waits until the server has saved the next change of the order of spending. */
async function orderSaved(page: Page): Promise<void> {
  await page.waitForResponse(
    (answer) => answer.url().endsWith('/balances/spending') && answer.request().method() === 'PUT' && answer.ok(),
  )
}

/** Exchanges half of the euro for bitcoin. */
async function convert(page: Page, amount: string) {
  await page.goto('/balances')
  await page.getByRole('link', { name: 'Convert', exact: true }).click()
  await page.getByLabel('From your balance').fill(amount)
  await expect(page.getByLabel('To your balance')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
}

test('a person says which balances are spent, and in which order', async ({ person: page }) => {
  await test.step('before the first deposit', async () => {
    await page.goto('/balances/settings')
    await page.getByRole('link', { name: /^Spending/ }).click()
    await expect(page.getByText('No balances yet')).toBeVisible()
    await clean(page, 'the order of spending without balances')
    await look(page, 'spending-empty')
    await page.getByRole('link', { name: 'Deposit', exact: true }).click()
    await expect(page).toHaveURL(/\/balances\/deposit$/)
  })

  await test.step('euro and bitcoin are on the balance', async () => {
    await depositByCard(page, '200')
    await convert(page, '100')
  })

  await test.step('the balances lead to their settings, and those to the order', async () => {
    await page.goto('/balances')
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page).toHaveURL(/\/balances\/prf_[0-9a-f]{32}\/settings$/)
    await expect(page.getByRole('heading', { name: 'Balance settings', level: 1 })).toBeVisible()
    await expect(page.getByLabel('Main currency')).toBeVisible()
    await clean(page, 'the settings of balances')
    await look(page, 'balance-settings')
    await page.getByRole('link', { name: /^Spending/ }).click()
    await expect(page).toHaveURL(/\/balances\/prf_[0-9a-f]{32}\/spending$/)
    await expect(page.getByRole('heading', { name: 'Spending', level: 1 })).toBeVisible()
  })

  await test.step('money comes first, and a coin is not spent until somebody says so', async () => {
    await expect(rows(page)).toHaveText([/Euro/, /Bitcoin/])
    await expect(
      rows(page)
        .first()
        .getByText(/^94\.95\s€ available$/),
    ).toBeVisible()
    await expect(spent(page, 'Euro')).toBeChecked()
    await expect(spent(page, 'Bitcoin')).not.toBeChecked()
    const saved = orderSaved(page)
    await rows(page).last().getByText('Spend', { exact: true }).click()
    await expect(spent(page, 'Bitcoin')).toBeChecked()
    await saved
  })

  await test.step('the keyboard moves a balance, and Escape leaves it where it was', async () => {
    const handle = page.getByRole('button', { name: 'Reorder Bitcoin' })
    const said = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeAttached()
    await handle.focus()
    await page.keyboard.press('Space')
    await said('Bitcoin, picked up, position 2 of 2')
    await page.keyboard.press('ArrowUp')
    await said('Bitcoin, moved to position 1 of 2')
    await page.keyboard.press('Escape')
    await said('Bitcoin, moving cancelled, back at position 2 of 2')
    await expect(rows(page)).toHaveText([/Euro/, /Bitcoin/])

    await page.keyboard.press('Space')
    await said('Bitcoin, picked up, position 2 of 2')
    await page.keyboard.press('ArrowUp')
    await said('Bitcoin, moved to position 1 of 2')
    const saved = orderSaved(page)
    await page.keyboard.press('Space')
    await said('Bitcoin, dropped at position 1 of 2')
    await saved
    await expect(rows(page)).toHaveText([/Bitcoin/, /Euro/])
    await expect(handle, 'the focus stays').toBeFocused()
  })

  await test.step('the order and the switch are kept', async () => {
    await page.reload()
    await expect(rows(page)).toHaveText([/Bitcoin/, /Euro/])
    await expect(spent(page, 'Bitcoin')).toBeChecked()
    await clean(page, 'the order of spending')
    await look(page, 'spending')
  })

  await test.step('a button and a pointer move a balance too', async () => {
    const pressed = orderSaved(page)
    await page.getByRole('button', { name: 'Move Bitcoin down' }).click()
    await expect(rows(page)).toHaveText([/Euro/, /Bitcoin/])
    await pressed
    const from = await page.getByRole('button', { name: 'Reorder Bitcoin' }).boundingBox()
    const to = await page.getByRole('button', { name: 'Reorder Euro' }).boundingBox()
    if (!from || !to) throw new Error('a handle is not on the screen')
    const dragged = orderSaved(page)
    const x = from.x + from.width / 2
    await page.mouse.move(x, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(x, to.y + to.height / 2, { steps: 10 })
    await page.mouse.up()
    await expect(rows(page)).toHaveText([/Bitcoin/, /Euro/])
    await dragged
  })

  await test.step('the total follows the main currency', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const saved = settingSaved(page)
    await page.getByLabel('Main currency').selectOption('USD')
    await saved
    await page.goto('/balances')
    const total = page.locator('div').filter({ has: page.getByText('Total balance', { exact: true }) })
    await expect(total.last()).toContainText(/\d\s\$/)
  })
})

test('the settings of a profile that is not there are not shown', async ({ person: page }) => {
  await page.goto('/balances/prf_019a0000000070008000000000000001/settings')
  await expect(page.getByText('There is no such profile')).toBeVisible()
  await clean(page, 'the settings of an unknown profile')
  await page.goto('/balances/prf_019a0000000070008000000000000001/EUR')
  await expect(page.getByText('Page not found').last()).toBeVisible()
})
