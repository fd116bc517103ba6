import { clean } from './support/axe'
import { atRequisites, IBAN, payByCard } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'
import type { Page } from '@playwright/test'

/** Types the given amount and waits for the quote of the other side. */
async function give(page: Page, amount: string) {
  await page.getByLabel(/^(You pay|From your balance)$/).fill(amount)
  await expect(page.getByLabel(/^(You receive|To your balance)$/)).not.toHaveValue('')
}

/** Withdraws euro to a bank account, up to the order's page. */
async function withdraw(page: Page, amount: string) {
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Withdraw', level: 1 })).toBeVisible()
  await give(page, amount)
  await look(page, 'movement-withdraw')
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
  await page.getByLabel('IBAN of your EUR account').fill(IBAN)
  await page.getByLabel('Full name of the account’s owner').fill('Olena Kovalenko')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Monthly limit left after this')).toBeVisible()
  await look(page, 'movement-withdraw-confirm')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Sent in a moment').first()).toBeVisible()
}

const euro = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Euro' }).first()

test('money comes by card, changes its currency and leaves for a bank account', async ({ person: page }) => {
  await test.step('deposit by card', async () => {
    await page.goto('/balances')
    await page.getByRole('link', { name: 'Deposit', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Deposit', level: 1 })).toBeVisible()
    await give(page, '200')
    await expect(page.getByLabel('To your balance')).toHaveValue('194.95')
    await look(page, 'movement-deposit')
    const place = page.getByRole('navigation', { name: 'Main' }).locator('[data-status=active]')
    await expect(place).toHaveText('Balances')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/exchange\/confirm$/)
    await expect(place).toHaveText('Balances')
    await page.getByRole('button', { name: 'Confirm and pay' }).click()
    await expect(page).toHaveURL(/\/transaction\/payin\/ord_/)
    await expect(place).toHaveText('Balances')
    await payByCard(page, '4242 4242 4242 4242')
    await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    await look(page, 'movement-deposit-done')
  })

  await test.step('convert a part of it', async () => {
    await page.goto('/balances')
    await expect(euro(page).getByText('194.95 €').first()).toBeVisible()
    await look(page, 'movement-balances')
    await clean(page, 'balances with their actions')
    await page.getByRole('link', { name: 'Convert', exact: true }).click()
    await give(page, '100')
    await page.getByRole('button', { name: 'Continue' }).click()
    await look(page, 'movement-convert-confirm')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
    await page.goto('/balances')
    await expect(page.getByRole('listitem').filter({ hasText: 'Bitcoin' })).toBeVisible()
    await expect(euro(page).getByText('94.95 €').first()).toBeVisible()
  })

  await test.step('more than there is cannot be withdrawn', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).click()
    await give(page, '100')
    await expect(page.getByText('Not enough on balance')).toBeVisible()
    await look(page, 'movement-not-enough')
    await clean(page, 'more than the balance has')
    await page.getByRole('button', { name: 'Add EUR to your balance' }).click()
    await expect(page.getByRole('heading', { name: 'Deposit', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: /^To your balance: EUR/ })).toBeVisible()
    await page.goto('/balances')
  })

  await test.step('withdraw to a bank account', async () => {
    await withdraw(page, '50')
    await look(page, 'movement-withdraw-scheduled')
    await expect(page.getByText('Success', { exact: true }).first()).toBeVisible({ timeout: 40_000 })
    await page.goto('/balances')
    await expect(euro(page).getByText('44.95 €').first()).toBeVisible()
  })

  await test.step('a withdrawal that is cancelled in time costs nothing', async () => {
    await withdraw(page, '30')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByRole('article').getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await page.goto('/balances')
    await expect(euro(page).getByText('44.95 €').first()).toBeVisible()
  })

  await test.step('an exact amount arrives, paid from the balance that covers it', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).click()
    await page.getByRole('link', { name: /Send an exact amount/ }).click()
    await expect(page.getByRole('heading', { name: 'What should arrive?' })).toBeVisible()
    await page.getByLabel('Arrives', { exact: true }).fill('60')
    // A coin is off for spending until its owner allows it, so it is not chosen for them.
    await expect(page.getByText('Choose the balance that pays')).toBeVisible()
    await page.getByRole('radio', { name: /^BTC/ }).check()
    await expect(page.getByRole('radio', { name: /^EUR Only 44.95 € available/ })).toBeDisabled()
    await look(page, 'movement-exact')
    await clean(page, 'what should arrive')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/utransaction\/requisites$/)
    await page.getByLabel('IBAN of your EUR account').fill(IBAN)
    await page.getByLabel('Full name of the account’s owner').fill('Olena Kovalenko')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/utransaction\/confirm$/)
    await look(page, 'movement-exact-confirm')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page).toHaveURL(/\/transaction\/uconvert_payout\//)
    await expect(page.getByText('60.00 €').first()).toBeVisible()
    await page.goto('/balances')
    await expect(euro(page).getByText('44.95 €').first()).toBeVisible()
  })

  await test.step('all that is left becomes zloty by one tap, and nothing stays behind', async () => {
    await page.getByRole('link', { name: 'Convert', exact: true }).click()
    await page.getByRole('button', { name: /^To your balance: / }).click()
    const drawer = page.getByRole('dialog', { name: 'To your balance' })
    await drawer.getByRole('searchbox').fill('PLN')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'All 44.95 €' }).click()
    await expect(page.getByLabel('To your balance')).not.toHaveValue('')
    await look(page, 'movement-convert-all')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
    await page.goto('/balances')
    await expect(euro(page).getByText('0.00 €').first()).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'PLN' }).first()).toContainText(/1\d\d\.\d\d\sPLN/)
  })

  await test.step('an exact amount is paid in: zloty could be changed for it, and a card adds to it', async () => {
    await page.goto('/balances/deposit/EUR')
    await page.getByRole('link', { name: /Add an exact amount/ }).click()
    await page.getByLabel('Arrives', { exact: true }).fill('30')
    await expect(page.getByRole('radio', { name: /^PLN/ })).toBeChecked()
    await page.getByRole('radio', { name: /^Visa/ }).check()
    await look(page, 'movement-exact-deposit')
    await clean(page, 'what should arrive on the balance')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/utransaction\/confirm$/)
    await look(page, 'movement-exact-deposit-confirm')
    await page.getByRole('button', { name: 'Confirm and pay' }).click()
    await expect(page).toHaveURL(/\/transaction\/udeposit\/ord_/)
    await payByCard(page, '4242 4242 4242 4242')
    await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
    await page.goto('/balances')
    await expect(euro(page).getByText('30.00 €').first()).toBeVisible()
  })
})
