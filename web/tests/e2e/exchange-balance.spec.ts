import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { atRequisites, choose, coinRow, confirm, give, IBAN, openExchange, payByCard, pick } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const bitcoin = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Bitcoin' }).first()
const all = (page: Page) => page.getByRole('button', { name: /^All / })

test('coins are bought into the balance by card, and all of them are sold from it to a bank account', async ({
  person: page,
}) => {
  await test.step('a purchase goes to the balance: nobody is asked for an address', async () => {
    await openExchange(page, 'Buy')
    await pick(page, 'You pay', 'EUR', 'Visa / MC')
    await pick(page, 'You receive', 'BTC', 'Balance')
    await give(page, '250')
    await expect(page.getByLabel(/^Your \w+ address/)).toHaveCount(0)
    await look(page, 'balance-buy')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/exchange\/confirm$/)
    await expect(page.getByText('To your balance')).toBeVisible()
    const cost = /\d\.\d\d\s%/.exec((await page.getByText(/ of what you pay, all of it included$/).textContent()) ?? '')
    expect(cost).not.toBeNull()
    await look(page, 'balance-buy-confirm')
    await confirm(page, 'payin_convert')
    await payByCard(page, '4242 4242 4242 4242')
    await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    await expect(page.getByRole('heading', { name: /^Buy 0\.00/, level: 1 })).toBeVisible()
    const total = page.getByRole('article').getByText('Total cost').locator('..')
    await expect(total, 'the same percent as before').toContainText(cost?.[0] ?? '')
    await look(page, 'balance-buy-done')
  })

  await test.step('more than the balance has cannot be sold from it', async () => {
    await openExchange(page, 'Sell')
    await page.getByRole('button', { name: /^You sell: / }).click()
    const drawer = page.getByRole('dialog', { name: 'You sell' })
    const row = await coinRow(drawer, 'BTC')
    await expect(row).toContainText('available')
    await look(page, 'balance-picker')
    await clean(page, 'the balance in the picker')
    await choose(drawer, 'BTC', 'Balance')
    await pick(page, 'You receive', 'EUR', 'Bank transfer')
    await give(page, '0.4', { isRefused: true })
    await expect(page.getByText('Not enough on balance')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add BTC to your balance' })).toBeVisible()
    await look(page, 'balance-not-enough')
  })

  await test.step('all of it is sold to a bank account by one tap', async () => {
    await all(page).click()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
    await look(page, 'balance-sell')
    await page.getByRole('button', { name: 'Continue' }).click()
    await atRequisites(page)
    await page.getByLabel('IBAN of your EUR account').fill(IBAN)
    await page.getByLabel('Full name of the account’s owner').fill('Olena Kovalenko')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Daily limit left after this')).toBeVisible()
    await expect(page.getByText(/ of 1,000\.00\s€$/)).toBeVisible()
    await look(page, 'balance-sell-confirm')
    await clean(page, 'a sale from the balance')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page).toHaveURL(/\/transaction\/convert_payout\/ord_/)
    await expect(page.getByText('Success', { exact: true }).first()).toBeVisible({ timeout: 40_000 })
    await look(page, 'balance-sell-done')
    await page.getByRole('link', { name: 'Done' }).click()
    await expect(bitcoin(page), 'nothing is left over').toContainText(/0\.00\s€0\sBTC/)
  })
})
