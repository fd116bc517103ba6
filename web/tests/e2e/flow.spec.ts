import { clean } from './support/axe'
import { BTC_ADDRESS, IBAN, atRequisites, coinRow, give, openExchange, pick } from './support/exchange'
import { expect, test } from './support/test'

test('a draft survives a refresh and the guards lead to what is missing', async ({ person: page }) => {
  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '123.45')
  await page.reload()
  await expect(page.getByLabel('You pay', { exact: true })).toHaveValue('123.45')
  await page.goto('/exchange/confirm')
  await expect(page).toHaveURL(/\/exchange$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
  await page.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Confirm and pay' })).toBeEnabled()
  await page.goBack()
  await atRequisites(page)
  await expect(page.getByLabel(/^Your BTC address/)).toHaveValue(BTC_ADDRESS)
})

test('a price that holds for a minute is never said to hold longer', async ({ person: page }) => {
  // The router replaces pages within one document, so the observer reads the texts before each paint.
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => seen.push(...(document.body?.textContent?.match(/(?<!\d)1:0\d/g) ?? []))
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '123.45')
  await page.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Confirm and pay' })).toBeEnabled()
  await expect(page.getByText(/0:5\d/).first()).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect([...new Set(seen)]).toEqual(['1:00'])
})

test('typing after a focus replaces, and text that is no amount says so', async ({ person: page }) => {
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Visa / MC')
  const amount = page.getByLabel('You pay', { exact: true })
  await amount.fill('5000')
  await amount.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('60')
  await expect(amount).toHaveValue('60')
  await amount.fill('25,000')
  await amount.blur()
  await expect(amount).toHaveValue('25,000')
  await amount.fill('€250')
  await expect(page.getByText('Understood: 250 EUR')).toBeVisible()
  await amount.fill('1e5')
  await expect(page.getByText('Enter an amount in digits, like 250 or 0.5')).toBeVisible()
})

test('another currency to pay with keeps what is received', async ({ person: page }) => {
  await openExchange(page, 'Sell')
  await pick(page, 'You pay', 'BTC', 'Bitcoin')
  await pick(page, 'You receive', 'EUR', 'Bank transfer')
  await give(page, '0.01')
  const received = page.getByLabel('You receive', { exact: true })
  await expect(received).not.toHaveValue('')
  const euro = await received.inputValue()
  await pick(page, 'You pay', 'ETH', 'Ethereum')
  await expect(page.getByLabel('You sell', { exact: true })).toHaveValue(/^0\.[1-9]/)
  await expect(received).toHaveValue(euro)
})

test('the least amount that a button fills is accepted', async ({ person: page }) => {
  await openExchange(page, 'Sell')
  await pick(page, 'You pay', 'BTC', 'Bitcoin')
  await page.getByRole('button', { name: /^Min / }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
})

test('says what is wrong with an amount and with an address', async ({ person: page }) => {
  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await page.getByLabel('You pay', { exact: true }).fill('0.01')
  await expect(page.getByText(/^Minimum is /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await give(page, '100')
  await page.getByLabel(/^Your BTC address/).fill('bc1qwrong')
  await expect(page.getByText('Incorrect address')).toBeVisible()
})

test('says what is wrong with a bank account', async ({ person: page }) => {
  await openExchange(page, 'Sell')
  await pick(page, 'You pay', 'BTC', 'Bitcoin')
  await pick(page, 'You receive', 'EUR', 'Bank transfer')
  await give(page, '0.01')
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
  await page.getByLabel('Full name of the account’s owner').fill('Olena Kovalenko')
  const account = page.getByLabel('IBAN of your EUR account')
  const wrong = {
    DE89370400440532013001: 'Incorrect IBAN',
    UA213223130000026007233566001: 'EUR can be sent only to SEPA IBANs',
  }
  for (const [iban, words] of Object.entries(wrong)) {
    await account.fill(iban)
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(account, 'it is led back to').toBeFocused()
    await expect(page).toHaveURL(/\/exchange\/requisites$/)
  }
  await account.fill(IBAN)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
})

test('either amount can be the fixed one', async ({ person: page }) => {
  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await page.getByLabel('You receive', { exact: true }).fill('0.01')
  await expect(page.getByLabel('You pay', { exact: true })).toHaveValue(/^\d{3}/)
  await page.getByRole('button', { name: 'Change the direction' }).click()
  await expect(page.getByRole('radio', { name: 'Sell' })).toBeChecked()
  await expect(page.getByLabel('You sell', { exact: true })).toHaveValue('0.01')
})

test('the picker asks for the network of a coin that has several, by keyboard alone', async ({ person: page }) => {
  await openExchange(page, 'Buy')
  await give(page, '250')
  await page.getByRole('button', { name: /^You receive: / }).press('Enter')
  const picker = page.getByRole('dialog', { name: 'You receive' })
  const search = picker.getByRole('searchbox')
  await expect(search).toBeFocused()
  await expect(picker.getByRole('radio', { name: 'Popular' })).toBeChecked()
  await search.press('ArrowDown')
  await expect(picker.getByRole('button', { name: /^Tether USDT/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const ways = picker.getByRole('group', { name: 'Network for ETH' })
  await expect(ways.getByRole('radio', { name: /^Ethereum/ })).toBeFocused()
  await expect(ways.getByText('cheapest'), 'the fees are known').toBeVisible()
  await clean(page, 'the networks of a coin')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(picker).toBeHidden()
  await expect(page.getByRole('button', { name: 'You receive: ETH Arbitrum' })).toBeFocused()
})

test('a coin that travels as a token of another network is taken only after a warning', async ({ person: page }) => {
  await openExchange(page, 'Buy')
  await page.getByRole('button', { name: /^You receive: / }).click()
  const picker = page.getByRole('dialog', { name: 'You receive' })
  await (await coinRow(picker, 'DOGE')).click()
  await expect(picker.getByText(/A wallet of the Dogecoin network cannot receive or send it/)).toBeVisible()
  await clean(page, 'a pegged coin')
  await picker.getByRole('button', { name: 'Use DOGE on BNB Smart Chain' }).click()
  await expect(page.getByRole('button', { name: 'You receive: DOGE BEP20' })).toBeVisible()
})

test('the picker finds by network and shows what cannot be chosen', async ({ person: page }) => {
  await openExchange(page, 'Swap')
  await page.getByRole('button', { name: /^You receive: / }).click()
  const drawer = page.getByRole('dialog', { name: 'You receive' })
  await drawer.getByRole('searchbox').fill('no such thing')
  await expect(drawer.getByText(/Nothing matches/)).toBeVisible()
  await drawer.getByRole('searchbox').fill('tron')
  await expect(drawer.getByRole('button', { name: /^TRON TRX/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})
