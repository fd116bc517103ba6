import { clean } from './support/axe'
import { look } from './support/look'
import { operator } from './support/operator'
import { expect, signIn, test } from './support/test'

test('an accountant follows a deposit from the money at the bank to its transaction and back', async ({
  page,
  browser,
}) => {
  const token = await signIn(page, `lena-${crypto.randomUUID().slice(0, 8)}@example.test`)
  const post = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
    const answer = await page.request.post(`/api/client/v1/${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { id: string; reference: string }
  }
  const ways = { from_currency: 'EUR', from_payway: 'iban', to_currency: 'EUR', to_payway: 'balance' }
  const quote = await post('quotes', { ...ways, from_amount: '123.45', firm: true })
  const order = await post('orders', { quote_id: quote.id })
  await post(`sandbox/transactions/${order.id}/pay`, {})

  const anna = await operator(browser, `anna-${Date.now()}@bank.example`, 'accountant')
  await anna.getByRole('link', { name: 'Ledger' }).click()
  await expect(anna.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible()
  await anna.getByLabel('Currency').selectOption('EUR')
  const bank = anna.getByRole('row').filter({ hasText: 'rail/iban/EUR' })
  await expect(bank).toContainText('debit')
  await expect(anna.getByRole('row').filter({ hasText: '/BTC' })).toHaveCount(0)
  await clean(anna, 'console, ledger')
  await look(anna, 'console-ledger')
  await bank.getByRole('link').click()
  await expect(anna.getByRole('heading', { level: 1, name: 'At banks, acquirers and networks' })).toBeVisible()
  const posting = anna.getByRole('row').filter({ hasText: '123.45' }).first()
  await expect(posting, 'the money came from the bank').toContainText('debit')
  await clean(anna, 'console, one account')
  await look(anna, 'console-account')
  await posting.getByRole('link', { name: 'collect' }).click()
  await expect(anna.getByText(order.reference).first()).toBeVisible()
  await anna.getByRole('table', { name: 'Postings' }).getByRole('link', { name: 'rail:iban' }).first().click()
  await expect(anna.getByRole('heading', { level: 1, name: 'At banks, acquirers and networks' })).toBeVisible()
})
