import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { BTC_ADDRESS } from './support/exchange'
import { look } from './support/look'
import { agrees, asks, operator } from './support/operator'
import { expect, signIn, test } from './support/test'

/** The simulated bank of this account returns every payment. */
const RETURNED = 'GB29NWBK60161331926819'

type Order = { id: string; reference: string }

/** Creates a customer's orders with the same requests as the pages. */
function customer(page: Page, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: object, key?: string) => {
    const more = key ? { 'idempotency-key': key } : {}
    const answer = await page.request.post(`/api/client/v1/${path}`, { headers: { ...headers, ...more }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as Record<string, string>
  }
  const order = async (quote: object, requisite: object) => {
    const { id } = await post('quotes', { ...quote, firm: true })
    return (await post('orders', { quote_id: id, requisite }, crypto.randomUUID())) as unknown as Order
  }
  return {
    buys: () =>
      order(
        { from_currency: 'EUR', from_payway: 'iban', to_currency: 'BTC', to_payway: 'btc', from_amount: '250.00' },
        { kind: 'address', value: BTC_ADDRESS },
      ),
    /** A sale whose payout is returned. */
    sells: async () => {
      const account = { value: RETURNED, full_name: 'Olena Kovalenko' }
      const { id } = await post('requisites/payee', { currency: 'EUR', payway: 'iban', ...account })
      const sold = await order(
        { from_currency: 'BTC', from_payway: 'btc', to_currency: 'EUR', to_payway: 'iban', from_amount: '0.002' },
        { kind: 'iban', ...account, payee_check_id: id, payee_acknowledged: true },
      )
      await post(`sandbox/transactions/${sold.id}/pay`, {})
      return sold
    },
  }
}

test('an operator finds what a customer calls about, sees all of it, and two decide what becomes of the money', async ({
  page,
  browser,
}) => {
  // Three users in three browsers, and axe on five pages.
  test.slow()
  const email = `mira-${crypto.randomUUID().slice(0, 8)}@example.test`
  const person = customer(page, await signIn(page, email))
  const bought = await person.buys()
  const sold = await person.sells()

  const sue = await operator(browser, `sue-${Date.now()}@bank.example`, 'support_l2')
  await sue.getByRole('link', { name: 'Transactions' }).click()
  const row = (reference: string) => sue.getByRole('row').filter({ hasText: reference })
  await expect(row(bought.reference)).toContainText('m•••@example.test')
  await expect(row(bought.reference)).toContainText('Purchase')
  await expect(row(sold.reference).getByText('The payout failed'), 'the list is live').toBeVisible({ timeout: 60_000 })
  await clean(sue, 'console, transactions')
  await look(sue, 'console-movements')

  await test.step('filters stand in the address', async () => {
    await sue.getByLabel('Status').selectOption('Waiting for us')
    await expect(row(bought.reference)).toHaveCount(0)
    await sue.getByLabel('Currency').selectOption('BTC')
    await sue.getByLabel('At least, BTC').fill('0.002')
    await sue.getByRole('button', { name: 'Apply' }).click()
    await expect(sue).toHaveURL(/\?status=MANUAL&currency=BTC&min=0\.002$/)
    await expect(row(sold.reference)).toBeVisible()
    await sue.reload()
    await expect(sue.getByLabel('At least, BTC')).toHaveValue('0.002')
    await expect(row(sold.reference)).toBeVisible()
    await clean(sue, 'console, transactions filtered')
    await look(sue, 'console-movements-filtered')
    await sue.goBack()
    await expect(sue.getByLabel('At least, BTC')).toHaveValue('')
    await sue.getByRole('button', { name: 'Save view' }).click()
    await sue.getByRole('dialog').getByLabel('Name').fill('Bitcoin for us')
    await clean(sue, 'console, saving a view')
    await sue.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await sue.getByRole('button', { name: 'All', exact: true }).click()
    await expect(row(bought.reference)).toBeVisible()
    await sue.getByRole('button', { name: /^Bitcoin for us/ }).click()
    await expect(sue).toHaveURL(/\?status=MANUAL&currency=BTC$/)
    await sue.getByRole('button', { name: 'Remove: Bitcoin for us' }).click()
    await sue.getByRole('button', { name: 'Remove all' }).click()
  })

  await test.step('somebody is found by address, and nobody by half a one', async () => {
    const search = sue.getByRole('dialog', { name: 'Search' })
    const field = search.getByRole('combobox')
    await sue.keyboard.press('/')
    await field.fill('mi')
    await expect(search.getByText(/Nothing found|Enter a reference like/)).toBeVisible()
    await field.fill(email)
    await search.getByRole('option', { name: /^Transactions of m/ }).click()
    await expect(sue).toHaveURL(/customer=usr_/)
    await expect(row(sold.reference)).toBeVisible()
    await sue.getByRole('button', { name: 'Remove: m•••@example.test' }).click()
    await expect(sue).toHaveURL(/movements$/)
  })

  await test.step('the keys choose a row, and the transaction stands beside the list', async () => {
    await expect(row(sold.reference)).toBeVisible()
    await sue.keyboard.press('j')
    const panel = sue.getByRole('region', { name: /^Transaction [0-9A-Z]{4}-[0-9A-Z]{4}$/ })
    await expect(panel.getByRole('link', { name: 'Open transaction' })).toBeVisible()
    await expect(sue).toHaveURL(/open=ord_/)
    await clean(sue, 'console, a transaction beside the list')
    await look(sue, 'console-movements-panel')
    await sue.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await row(sold.reference).getByText('The payout failed').click()
    await expect(sue.getByRole('region', { name: `Transaction ${sold.reference}` })).toContainText('The payout failed')
  })

  await test.step('a reference leads to its transaction from anywhere', async () => {
    await sue.keyboard.press('Control+k')
    await expect(sue.getByRole('combobox', { name: 'Reference, ID, email or page' })).toBeFocused()
    await sue.keyboard.type(sold.reference.toLowerCase())
    const found = sue.getByRole('option', { name: new RegExp(sold.reference) })
    await expect(found).toBeVisible()
    await sue.keyboard.press('Enter')
  })

  await expect(sue.getByRole('heading', { level: 1, name: sold.reference })).toBeVisible()
  await expect(sue.getByText('payout.bank', { exact: true })).toBeVisible()
  await expect(sue.getByRole('table', { name: 'Postings' }).getByText('transit').first()).toBeVisible()
  await expect(sue.getByText(RETURNED)).toHaveCount(0)
  await sue.getByRole('button', { name: 'Show', exact: true }).click()
  await sue
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('the customer asks which account')
  await sue.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).click()
  await expect(sue.getByText(RETURNED)).toBeVisible()
  await clean(sue, 'console, a transaction')
  await look(sue, 'console-movement')
  await expect(sue.getByRole('button', { name: 'Retry the payout' })).toBeDisabled()
  await asks(sue, 'Credit the customer’s balance', 'their bank sends it back again', 'waits')
  await expect(sue.getByText('A decision waits for a second operator.')).toBeVisible()

  const ann = await operator(browser, `ann-${Date.now()}@bank.example`, 'treasury_approver')
  await ann.getByRole('link', { name: 'Overview' }).click()
  await expect(ann.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(ann.getByRole('list', { name: 'Alerts' })).toContainText(/payouts? failed/)
  await expect(ann.getByRole('listitem').filter({ hasText: 'their bank sends it back again' })).toBeVisible()
  await ann.getByRole('link', { name: /^Work list/ }).click()
  await expect(ann.getByRole('row').filter({ hasText: sold.reference })).toContainText('The payout failed')
  await clean(ann, 'console, the work list')
  await look(ann, 'console-work')
  await ann.getByRole('link', { name: /^Approvals/ }).click()
  await look(ann, 'console-movement-proposal')
  await agrees(ann, 'their bank sends it back again', 'checked with the bank')

  await expect(sue.getByText('Resolved', { exact: true }).first(), 'the page is live').toBeVisible({ timeout: 60_000 })
  await expect(sue.getByText('“checked with the bank”').first()).toBeVisible()
  await look(sue, 'console-movement-resolved')
  await sue.getByRole('link', { name: 'm•••@example.test' }).click()
  await expect(sue.getByRole('table', { name: 'Balances' })).toBeVisible()
  await clean(sue, 'console, a customer with balances')
  await look(sue, 'console-customer-balances')
})
