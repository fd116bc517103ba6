import { expect, type Locator, type Page } from '@playwright/test'

/** Valid addresses and accounts, used only for tests. */
export const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const IBAN = 'ES9121000418450200051332'

export type Side = 'Buy' | 'Sell' | 'Swap'

/** The label of one end. The given end has a different verb on each side. */
const given = (end: 'You pay' | 'You receive', rest = ': ') =>
  new RegExp(`^${end === 'You pay' ? 'You (pay|sell|give)' : end}${rest}`)

/** Opens the exchange on a side and waits until it is ready. */
export async function openExchange(page: Page, side: Side): Promise<void> {
  await page.goto('/exchange')
  await page.getByRole('radio', { name: side, exact: true }).click()
  await expect(page.getByRole('button', { name: given('You pay') })).toBeVisible()
}

/** Selects "LTC Litecoin" in the picker of one end: the currency, then its network or payway if there are several. */
export async function pick(
  page: Page,
  end: 'You pay' | 'You receive',
  currency: string,
  payway: string,
): Promise<void> {
  await page.getByRole('button', { name: given(end) }).click()
  await choose(page.getByRole('dialog', { name: given(end, '$') }), currency, payway)
  await expect(page.getByRole('button', { name: given(end, `: ${currency} ${payway}`) })).toBeVisible()
}

/** The row of a currency in an open picker, after a search for it. */
export async function coinRow(picker: Locator, currency: string): Promise<Locator> {
  await picker.getByRole('searchbox').fill(currency)
  return picker.getByRole('button', { name: new RegExp(`^\\S.* ${currency}( |$)`) }).first()
}

/** Selects a currency and its way in an open picker. A currency with one way is taken at once. */
export async function choose(picker: Locator, currency: string, payway: string): Promise<void> {
  const row = await coinRow(picker, currency)
  await row.click()
  const ways = picker.getByRole('group', { name: new RegExp(` ${currency}$`) })
  const asked = await Promise.race([
    picker.waitFor({ state: 'hidden' }).then(() => false),
    ways
      .locator('input:focus')
      .waitFor({ state: 'attached' })
      .then(() => true),
  ])
  if (asked) {
    await ways.getByRole('radio', { name: new RegExp(`(^|\\s)${payway}(\\s|$)`) }).check()
    await picker.getByRole('button', { name: /^Use / }).click()
  }
  await expect(picker).toBeHidden()
}

/** Types the given amount. Waits for the quote and, unless the amount is refused, for the Continue button. */
export async function give(page: Page, amount: string, { isRefused = false } = {}): Promise<void> {
  await page.getByLabel(given('You pay', '$')).fill(amount)
  await expect(page.getByLabel('You receive', { exact: true })).not.toHaveValue('')
  if (isRefused) return expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
}

export async function confirm(page: Page, type = 'exchange'): Promise<void> {
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await expect(page).toHaveURL(new RegExp(`/transaction/${type}/ord_[0-9a-f]{32}$`))
}

/** Buys crypto with an address typed on the start page, up to the order's page. */
export async function orderPurchase(
  page: Page,
  pay: [string, string],
  receive: [string, string],
  amount: string,
  address = BTC_ADDRESS,
) {
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', ...pay)
  await pick(page, 'You receive', ...receive)
  await give(page, amount)
  await page.getByLabel(/^Your \w+ address/).fill(address)
  await expect(page.getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await confirm(page)
}

/** Waits for the page with the payout details. Its URL changes earlier, and the page before has the same field. */
export async function atRequisites(page: Page) {
  await expect(page.getByRole('heading', { name: /^(Where to send|Your bank account)$/ })).toBeVisible()
  await expect(page).toHaveURL(/\/exchange\/requisites$/)
}

/** Sells to a bank account, up to the confirmation. */
export async function prepareSale(page: Page, sell: [string, string], amount: string, iban = IBAN) {
  await openExchange(page, 'Sell')
  await pick(page, 'You pay', ...sell)
  await pick(page, 'You receive', 'EUR', 'Bank transfer')
  await give(page, amount)
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
  await page.getByLabel('IBAN of your EUR account').fill(iban)
  await page.getByLabel('Full name of the account’s owner').fill('Olena Kovalenko')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
}

/** Sells to a bank account, up to the order's page. */
export async function orderSale(page: Page, sell: [string, string], amount: string, iban = IBAN) {
  await prepareSale(page, sell, amount, iban)
  await confirm(page)
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await enterCard(page, number)
  await page.getByRole('button', { name: /^Pay \d/ }).click()
}

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 30')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Name on the card').fill('Olena Kovalenko')
}

/** Pays with declined cards until the last decline ends the order. */
export async function declineToTheEnd(page: Page): Promise<void> {
  for (let left = 4; left >= 0; left--) {
    await payByCard(page, '4000 0000 0000 0002')
    await expect(page.getByText(/Transaction declined by the card’s bank/)).toBeVisible()
    if (left > 0) await expect(page.getByLabel('Card number'), 'another card is asked for').toHaveValue('')
  }
  await expect(page.getByRole('article').getByText('Failed', { exact: true }).first()).toBeVisible()
}

/** Opens the sandbox panel, if closed, and presses one of its actions. */
export async function sandbox(page: Page, action: string): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Sandbox', exact: true })
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
  const panel = page.getByRole('complementary', { name: 'Sandbox' })
  const button = panel.getByRole('button', { name: new RegExp(`^${action} [A-Z]`) })
  if (action !== 'Confirm') return button.click()
  // The simulated chain also mines blocks itself: a confirmed payment needs no click.
  const confirmed = page.getByText('Confirmed by the network')
  await expect(button.or(confirmed).first()).toBeVisible()
  await Promise.any([button.click(), expect(confirmed).toBeVisible()])
}

export const step = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Progress of the order' }).getByText(name, { exact: true })

export async function succeeded(page: Page): Promise<void> {
  await expect(page.getByRole('article').getByText('Success', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('progressbar', { name: 'Progress of the exchange' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  )
}

/** The head of an order whose money went to the balance. */
export async function keptOnBalance(page: Page): Promise<void> {
  const head = page.getByRole('article').locator('header')
  await expect(head.getByText('On your balance', { exact: true })).toBeVisible()
}
