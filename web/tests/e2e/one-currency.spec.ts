import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { atRequisites, IBAN, payByCard } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

/** Types the given amount and waits for the quote of the other side. */
async function give(page: Page, amount: string) {
  await page.getByLabel(/^(You pay|From your balance)$/).fill(amount)
  await expect(page.getByLabel(/^(You receive|To your balance)$/)).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
}

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const rows = (page: Page) => card(page, 'Movements').getByRole('listitem')

/** An amount of the card with the balance's parts. */
const part = (page: Page, name: string) =>
  card(page, 'Where it stands').locator('dl > div').filter({ hasText: name }).locator('dd')

test('a balance has a page: what it is, what can be done with it, what moved it', async ({ person: page }) => {
  await test.step('before the first deposit', async () => {
    await page.goto('/balances')
    await expect(page.getByText('No balances yet')).toBeVisible()
    await look(page, 'balances-empty')
    await page.goto('/balances/EUR')
    await expect(page.getByRole('heading', { name: 'Euro', level: 1 })).toBeVisible()
    await expect(page.getByText('No movements yet')).toBeVisible()
    await expect(part(page, 'Total')).toHaveText(/^0\.00\s€$/)
    await clean(page, 'a currency that was never used')
    await look(page, 'currency-empty')
  })

  await test.step('a deposit opens with the currency', async () => {
    await page.getByRole('link', { name: 'Deposit', exact: true }).click()
    await expect(page).toHaveURL(/\/balances\/deposit$/)
    await give(page, '200')
    await page.getByRole('button', { name: 'Confirm and pay' }).click()
    await payByCard(page, '4242 4242 4242 4242')
    await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
  })

  await test.step('the list of balances leads to its page, and that to a conversion of it', async () => {
    await page.goto('/balances')
    await page.getByRole('link', { name: /Euro/ }).first().click()
    await expect(page).toHaveURL(/\/balances\/EUR$/)
    await expect(part(page, 'Total')).toHaveText(/^194\.95\s€$/)
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Convert', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Convert', level: 1 })).toBeVisible()
    await give(page, '100')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
  })

  await test.step('what was bought begins a conversion and a withdrawal of its own', async () => {
    await page.goto('/balances/BTC')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Convert', exact: true }).click()
    await expect(page.getByRole('button', { name: /^From your balance: BTC/ })).toBeVisible()
    await page.goto('/balances/withdraw/crypto/BTC/confirm')
    await expect(page, 'a step that is not reached').toHaveURL(/\/balances\/withdraw$/)
    await page.goto('/balances/deposit/crypto/BTC')
    await expect(page).toHaveURL(/\/balances\/details\/BTC$/)
    await page.goto('/balances/withdraw/BTC')
    await expect(page).toHaveURL(/\/balances\/withdraw$/)
    await expect(page.getByRole('button', { name: /^From your balance: BTC/ })).toBeVisible()
    const loaded = page.waitForResponse(/\/assets\/.*\.js$/)
    await page.getByRole('link', { name: /Send an exact amount/ }).hover()
    await loaded
    await expect(
      page.getByRole('button', { name: /^From your balance: BTC/ }),
      'a link that is not followed',
    ).toBeVisible()
  })

  await test.step('a withdrawal is reserved, and then gone, without loading the page again', async () => {
    await page.goto('/balances/EUR')
    await page.getByRole('link', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('button', { name: /^From your balance: EUR/ })).toBeVisible()
    await give(page, '50')
    await atRequisites(page)
    await page.getByLabel('IBAN of your EUR account').fill(IBAN)
    await page.getByLabel('Full name of the account’s owner').fill('Olena Kovalenko')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('Sent in a moment').first()).toBeVisible()
    await page.getByRole('link', { name: 'Balances' }).first().click()
    await expect(page.getByText(/^50\.00\s€ reserved$/)).toBeVisible()
    await page.getByRole('link', { name: /Euro/ }).first().click()
    await expect(part(page, 'Reserved')).toHaveText(/^50\.00\s€$/)
    await expect(part(page, 'Available')).toHaveText(/^44\.95\s€$/)
    await expect(part(page, 'Total')).toHaveText(/^94\.95\s€$/)
    await expect(part(page, 'Reserved'), 'sent').toHaveText(/^0\.00\s€$/, { timeout: 40_000 })
    await expect(part(page, 'Total')).toHaveText(/^44\.95\s€$/)
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('movements are filtered and searched, and the address keeps it', async () => {
    await expect(rows(page).first().getByText('Success', { exact: true })).toBeVisible()
    await expect(rows(page).nth(0), 'what it took from this balance').toContainText(/[-−]50\.00\s€/)
    await expect(rows(page).nth(1)).toContainText(/[-−]100\.00\s€/)
    await expect(rows(page).nth(2)).toContainText(/\+194\.95\s€/)
    await page.getByRole('button', { name: 'Filters' }).click()
    await clean(page, 'a balance with its movements')
    await look(page, 'currency')
    await page.getByLabel('Type', { exact: true }).selectOption('deposit')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/type=deposit/)
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await page.getByLabel('Type', { exact: true }).selectOption('')
    await page.getByLabel('State', { exact: true }).selectOption('success')
    await expect(rows(page)).toHaveCount(3)
    await page.getByLabel('First day').fill('2001-01-01')
    await page.getByLabel('Last day').fill('2001-01-31')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await look(page, 'currency-nothing-found')
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect(rows(page)).toHaveCount(3)
    const search = page.getByRole('searchbox')
    await search.fill('kovalenko')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText('Withdraw')
    await search.fill('194.9')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText('Deposit')
    await search.fill('')
    await expect(rows(page)).toHaveCount(3)
  })
})

test('a currency that does not exist has a page that says so', async ({ person: page }) => {
  await page.goto('/balances/FOO')
  await expect(page.getByText('There is no such currency')).toBeVisible()
  await clean(page, 'an unknown currency')
  await look(page, 'currency-unknown')
  await page.goto('/balances/deposit/FOO')
  await expect(page.getByText('Page not found').last()).toBeVisible()
})
