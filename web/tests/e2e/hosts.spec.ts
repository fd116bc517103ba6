import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { choose, shows } from './support/documents'
import { enterCard, pick, succeeded } from './support/exchange'
import { look } from './support/look'
import { makeWidget, startSite } from './support/partner'
import { beTelegram, initData, launchAddress, pressMain, somebody } from './support/telegram'
import { expect, hear, test } from './support/test'
import { solanaWallet } from './support/wallet'

const PHONE = { width: 390, height: 844 }
const WALLET = solanaWallet()

type Heard = { type: string; payload: Record<string, string> }

/** Lets the other device in on the page that is signed in, after both have shown the same number. */
async function letIn(first: Page, second: Page): Promise<void> {
  await second.getByRole('button', { name: 'Go on' }).click()
  const number = second.getByTestId('device-number')
  await expect(number).toHaveText(/^\d\d$/)
  await expect(first.getByTestId('device-number')).toHaveText((await number.textContent()) ?? '')
  await first.getByRole('button', { name: 'Yes, let it in' }).click()
}

/** Says who the person is, as far as it is asked before a document. */
async function sayWho(inside: Page): Promise<void> {
  await inside.getByLabel('First name').fill('Ada')
  await inside.getByLabel('Last name').fill('Lovelace')
  await inside.getByLabel('Date of birth').fill('10121990')
  await inside.getByLabel('Country of residence').selectOption({ label: 'Ukraine' })
  await inside.getByRole('button', { name: 'Save' }).click()
  await inside.getByLabel('Phone').fill('+999 000 0001')
  await inside.getByRole('button', { name: 'Send the code by SMS' }).click()
  await inside.getByLabel('Code', { exact: true }).fill('111111')
  await inside.getByLabel('Street and house').fill('Khreshchatyk 1')
  await inside.getByLabel('City').fill('Kyiv')
  await inside.getByLabel('Postal code').fill('01001')
  await inside.getByRole('button', { name: 'Save' }).click()
}

/** Answers the questions of the travel rule and proves the wallet. */
async function proveWallet(inside: Page): Promise<void> {
  const drawer = inside.getByRole('dialog', { name: 'Where the coins go' })
  await drawer.getByRole('radio', { name: 'Mine' }).check()
  await drawer.getByRole('radio', { name: 'Its owner' }).check()
  await drawer.getByRole('button', { name: 'Go on' }).click()
  const message = drawer.getByText(/this address is mine\./)
  await expect(message).toBeVisible()
  await drawer.getByLabel('Signature').fill(WALLET.sign((await message.textContent()) ?? ''))
  await drawer.getByRole('button', { name: 'Prove and go on' }).click()
}

test('one order: begun in a widget, the identity on the phone, paid in Telegram, seen in the shop', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  let key = ''
  const site = await startSite(
    () => `document.querySelector('#buy').addEventListener('click', () => AgioWidget.open({ apiKey: '${key}',
      params: { externalTransactionId: 'cart-9' }, onEvent: (event) => window.heard.push(event) }))`,
  )
  const owner = await (await browser.newContext()).newPage()
  key = (await makeWidget(owner, [site.domain])).key
  await owner.context().close()
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Buy crypto' }).click()
  // The helpers use only what a frame has too.
  const inside = page.frameLocator('iframe') as unknown as Page

  await test.step('begun in the widget', async () => {
    await inside.getByLabel('Email').fill(`${crypto.randomUUID().slice(0, 8)}@example.test`)
    await inside.getByRole('button', { name: 'Continue', exact: true }).click()
    await inside.getByLabel('Code from the email').fill('111111')
    await inside.getByRole('checkbox').check()
    await inside.getByRole('button', { name: 'Continue', exact: true }).click()
    await pick(inside, 'You pay', 'EUR', 'Visa / MC')
    await pick(inside, 'You receive', 'SOL', 'Solana')
    await inside.getByLabel('You pay', { exact: true }).fill('2600')
    await inside.getByLabel(/^Your SOL address/).fill(WALLET.address)
    await inside.getByRole('button', { name: 'Continue' }).click()
    await inside.getByRole('link', { name: 'Continue' }).click()
    await sayWho(inside)
  })

  await test.step('the identity on the phone', async () => {
    await inside.getByRole('button', { name: 'Continue on your phone' }).click()
    const link = await inside.getByLabel('Cannot scan it? Open this on your phone').inputValue()
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true })
    const phone = await context.newPage()
    hear(phone)
    await phone.goto(link)
    await expect(phone.getByText('Show a document')).toBeVisible()
    await letIn(inside, phone)
    await phone.getByLabel('Document', { exact: true }).selectOption({ label: 'Identity card' })
    for (const part of ['Front side', 'Back side', 'Your face']) await choose(phone, part)
    await expect(shows(phone, 'Your face').getByText('Received')).toBeVisible()
    await phone.getByRole('button', { name: 'Submit' }).click()
    await expect(phone.getByText('Your identity is verified')).toBeVisible()
    await context.close()
  })

  const order = await test.step('the widget goes on by itself to the order', async () => {
    await inside.getByRole('button', { name: 'Confirm and pay' }).click({ timeout: 30_000 })
    await proveWallet(inside)
    await inside.getByRole('button', { name: 'Continue on another device' }).click()
    const heard = await page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
    return heard.findLast(({ type }) => type === 'transaction')?.payload.transactionId ?? ''
  })
  expect(order).toMatch(/^ord_/)

  const telegram = await (await browser.newContext({ viewport: PHONE, hasTouch: true })).newPage()
  await test.step('paid in Telegram', async () => {
    const href = await inside.getByRole('link', { name: 'Open it in Telegram' }).getAttribute('href')
    await look(page, 'hosts-carry')
    const start = new URL(href ?? '').searchParams.get('startapp') ?? ''
    hear(telegram)
    await beTelegram(telegram)
    await telegram.goto(launchAddress(initData(somebody(), start), '#ffffff'))
    await expect(telegram.getByText('Go on with your order')).toBeVisible()
    expect(telegram.url()).not.toContain('tgWebApp')
    await clean(telegram, 'an order arrives in Telegram')
    await look(telegram, 'hosts-telegram-arrival')
    await letIn(inside, telegram)
    await expect(telegram, 'the same order').toHaveURL(new RegExp(`/messenger/transaction/exchange/${order}$`))
    await enterCard(telegram, '4242 4242 4242 4242')
    await pressMain(telegram, /^Pay \d/)
    await succeeded(telegram)
    await telegram.context().close()
  })

  await test.step('seen in the shop', async () => {
    await succeeded(inside)
    const all = await page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
    const told = all.filter(({ type }) => type === 'transaction').map(({ payload }) => payload)
    expect(told.at(-1)).toMatchObject({ transactionId: order, status: 'DONE', externalTransactionId: 'cart-9' })
    expect(new Set(told.map(({ transactionId }) => transactionId)), 'one order in four hosts').toEqual(new Set([order]))
    expect(JSON.stringify(all), 'no code and no token leaves the frame').not.toMatch(/ag[harb]_/)
  })
  await site.close()
})
