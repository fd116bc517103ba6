import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { keptOnBalance, openExchange, pick, prepareSale, sandbox } from './support/exchange'
import { look } from './support/look'
import { ASKED_WHO, sendFromKraken } from './support/sender'
import { expect, settingSaved, signIn, test } from './support/test'
import { solanaWallet } from './support/wallet'

const WALLET = solanaWallet()
const ASKED = 'Where the coins go'

/** Signs in a user whom only the travel rule stops. */
async function enter(page: Page): Promise<void> {
  await signIn(page, `travel-${crypto.randomUUID().slice(0, 8)}+t4@example.test`)
}

/** Buys Solana, up to the click that opens the travel-rule questions. */
async function buySolana(page: Page, euro: string, address: string): Promise<void> {
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Bank transfer')
  await pick(page, 'You receive', 'SOL', 'Solana')
  await page.getByLabel('You pay', { exact: true }).fill(euro)
  await expect(page.getByLabel('You receive', { exact: true })).not.toHaveValue('')
  await page.getByLabel(/^Your SOL address/).fill(address)
  await expect(page.getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
}

test('a large amount goes to an own wallet once it is proved, and the order goes on by itself', async ({ page }) => {
  await enter(page)
  await buySolana(page, '2500', WALLET.address)
  const drawer = page.getByRole('dialog', { name: ASKED })
  await expect(drawer.getByText(WALLET.address)).toBeVisible()
  await look(page, 'travel-questions')
  await clean(page, 'travel-questions')
  await expect(drawer.getByRole('button', { name: 'Go on' })).toBeDisabled()
  await drawer.getByRole('radio', { name: 'Mine' }).check()
  await drawer.getByRole('radio', { name: 'Its owner' }).check()
  await drawer.getByRole('button', { name: 'Go on' }).click()

  const message = drawer.getByText(/this address is mine\./)
  await expect(message).toBeVisible()
  await look(page, 'travel-proof')
  await clean(page, 'travel-proof')
  await drawer.getByLabel('Signature').fill(WALLET.sign('something else'))
  await drawer.getByRole('button', { name: 'Prove and go on' }).click()
  await expect(drawer.getByText('This signature does not match.', { exact: false })).toBeVisible()
  await look(page, 'travel-wrong')
  await clean(page, 'travel-wrong')
  await drawer.getByLabel('Signature').fill(WALLET.sign((await message.textContent()) ?? ''))
  await drawer.getByRole('button', { name: 'Prove and go on' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)

  // A second order asks no questions.
  await buySolana(page, '2600', WALLET.address)
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)

  await page.goto('/profile/personal-details')
  const told = page.getByRole('listitem').filter({ hasText: 'Mine, proved' })
  await expect(told).toBeVisible()
  await told.scrollIntoViewIfNeeded()
  await look(page, 'travel-wallets')
  await clean(page, 'travel-wallets')
  await told.getByRole('button', { name: /^Forget / }).click()
  await expect(told).toBeHidden()
  await buySolana(page, '2700', WALLET.address)
  await expect(page.getByRole('dialog', { name: ASKED })).toBeVisible()
})

test('what was not finished is there again, a lost connection is said, and an old message is replaced', async ({
  page,
  context,
}) => {
  await enter(page)
  const wallet = solanaWallet()
  await buySolana(page, '2500', wallet.address)
  const drawer = page.getByRole('dialog', { name: ASKED })
  await drawer.getByRole('radio', { name: 'Mine' }).check()
  await drawer.getByRole('radio', { name: 'Its owner' }).check()
  await context.setOffline(true)
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(drawer.getByText('Cannot reach the service.', { exact: false })).toBeVisible()
  await context.setOffline(false)
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(drawer.getByText(/this address is mine\./)).toBeVisible()

  // After a reload with the drawer open, the answers are kept, and only the proof is missing.
  await page.reload()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  const message = drawer.getByText(/this address is mine\./)
  await expect(message).toBeVisible()
  const first = (await message.textContent()) ?? ''
  for (let n = 0; n < 5; n += 1) {
    await drawer.getByLabel('Signature').fill(wallet.sign(`wrong ${n}`))
    await drawer.getByRole('button', { name: 'Prove and go on' }).click()
    await expect(drawer.getByText('This signature does not match.', { exact: false })).toBeVisible()
  }
  await drawer.getByLabel('Signature').fill(wallet.sign(first))
  await drawer.getByRole('button', { name: 'Prove and go on' }).click()
  await expect(drawer.getByText('This message has expired, or there were too many attempts.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Get a new message' }).click()
  await expect(message).not.toHaveText(first)
  await drawer.getByLabel('Signature').fill(wallet.sign((await message.textContent()) ?? ''))
  await drawer.getByRole('button', { name: 'Prove and go on' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)
})

test('somebody else’s wallet at a service takes two names, in Ukrainian too', async ({ page }) => {
  await enter(page)
  await buySolana(page, '2500', solanaWallet().address)
  let drawer = page.getByRole('dialog', { name: ASKED })
  await expect(drawer).toBeVisible()
  await page.goto('/profile')
  const saved = settingSaved(page)
  await page.getByLabel('Language').selectOption('uk')
  await saved
  await page.goto('/exchange/confirm')
  await page.getByRole('button', { name: 'Підтвердити й оплатити' }).click()
  drawer = page.getByRole('dialog', { name: 'Куди йдуть монети' })
  await drawer.getByRole('radio', { name: 'Чужий' }).check()
  await drawer.getByRole('radio', { name: 'Сервіс' }).check()
  await drawer.getByLabel('Назва сервісу').fill('Kraken')
  await drawer.getByLabel('Повне ім’я').fill('Ol😀na')
  await expect(drawer.getByRole('button', { name: 'Далі' })).toBeDisabled()
  await drawer.getByLabel('Країна проживання').selectOption('PL')
  await drawer.getByRole('button', { name: 'Далі' }).click()
  await expect(drawer.getByText('Введіть повне ім’я', { exact: false })).toBeVisible()
  await look(page, 'travel-uk')
  await clean(page, 'travel-uk')
  await drawer.getByLabel('Повне ім’я').fill('Olena Kovalenko')
  await drawer.getByRole('button', { name: 'Далі' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)
})

test('a business is named with where it is registered and what it is known by', async ({ page }) => {
  await enter(page)
  await buySolana(page, '2500', solanaWallet().address)
  const drawer = page.getByRole('dialog', { name: ASKED })
  await drawer.getByRole('radio', { name: 'Someone else’s' }).check()
  await drawer.getByRole('radio', { name: 'Its owner' }).check()
  await drawer.getByRole('radio', { name: 'A business' }).check()
  await drawer.getByLabel('Legal name of the business').fill('Global Legal Entity Identifier Foundation')
  await drawer.getByLabel('Country where it is registered').selectOption('CH')
  await expect(drawer.getByRole('button', { name: 'Go on' })).toBeDisabled()
  await drawer.getByLabel('LEI of the business').fill('506700GE1G29325QX364')
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(drawer.getByText('This is not an LEI.', { exact: false })).toBeVisible()
  await look(page, 'travel-business')
  await clean(page, 'travel-business')
  await drawer.getByLabel('LEI of the business').fill('506700GE1G29325QX363')
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)
  await page.goto('/profile/personal-details')
  await expect(page.getByRole('listitem').filter({ hasText: 'Someone else’s' })).toBeVisible()
})

test('a refund of coins asks the same, over its own question', async ({ page }) => {
  await enter(page)
  await prepareSale(page, ['SOL', 'Solana'], '60')
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await sendFromKraken(page)
  await sandbox(page, 'Underpay')
  await sandbox(page, 'Confirm')
  const panel = page.getByRole('region', { name: 'Less arrived than was ordered' })
  await panel.getByRole('button', { name: 'Refund' }).click()
  const question = page.getByRole('dialog', { name: 'Refund the payment?' })
  // A phone has room for only one overlay: the newest must be on top.
  await page.setViewportSize({ width: 390, height: 880 })
  await question.getByLabel(/^Your SOL address/).fill(solanaWallet().address)
  await question.getByRole('button', { name: 'Confirm' }).click()
  const drawer = page.getByRole('dialog', { name: ASKED })
  await drawer.getByRole('radio', { name: 'Mine' }).check()
  await drawer.getByRole('radio', { name: 'A service' }).check()
  await drawer.getByLabel('Name of the service').fill('Kraken')
  await look(page, 'travel-refund')
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(drawer).toBeHidden()
  await expect(question).toBeHidden()
  await expect(panel).toBeHidden()
})

test('an address that nothing can prove takes a refund on a word; an order needs another one', async ({ page }) => {
  // Not a point on the curve: a program's account, which has no private key.
  const account = 'CyJQ7TMF8JRvay17xycbkpa1kn7njxbMqRGkt4RgXTAp'
  await enter(page)
  await prepareSale(page, ['SOL', 'Solana'], '60')
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await sendFromKraken(page)
  await sandbox(page, 'Underpay')
  await sandbox(page, 'Confirm')
  const panel = page.getByRole('region', { name: 'Less arrived than was ordered' })
  await panel.getByRole('button', { name: 'Refund' }).click()
  const question = page.getByRole('dialog', { name: 'Refund the payment?' })
  await question.getByLabel(/^Your SOL address/).fill(account)
  await question.getByRole('button', { name: 'Confirm' }).click()
  const drawer = page.getByRole('dialog', { name: ASKED })
  await drawer.getByRole('radio', { name: 'Mine' }).check()
  await drawer.getByRole('radio', { name: 'Its owner' }).check()
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(drawer.getByText('We take your word for it', { exact: false })).toBeVisible()
  await look(page, 'travel-word')
  await clean(page, 'travel-word')
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(drawer).toBeHidden()
  await expect(panel).toBeHidden()
  await page.goto('/profile/personal-details')
  await expect(page.getByRole('listitem').filter({ hasText: 'Mine, as I stated' })).toBeVisible()

  await buySolana(page, '2500', account)
  await expect(drawer.getByText('can only go to a proved one', { exact: false })).toBeVisible()
  await look(page, 'travel-other')
  await clean(page, 'travel-other')
})

test('who sends a large amount is asked before there is an address, and of coins that came unasked before they are kept', async ({
  page,
}) => {
  await enter(page)
  await prepareSale(page, ['SOL', 'Solana'], '60')
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  const drawer = page.getByRole('dialog', { name: ASKED_WHO })
  await expect(drawer.getByRole('button', { name: 'Go on' })).toBeDisabled()
  await look(page, 'travel-sender')
  await clean(page, 'travel-sender')
  await drawer.getByRole('radio', { name: 'Someone else' }).check()
  await drawer.getByRole('radio', { name: 'Its owner' }).check()
  await drawer.getByLabel('Their full name').fill('Ol😀na')
  await drawer.getByLabel('Country where they live').selectOption('UA')
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(drawer.getByText('Enter the full name', { exact: false })).toBeVisible()
  await look(page, 'travel-sender-wrong')
  await clean(page, 'travel-sender-wrong')
  await drawer.getByLabel('Their full name').fill('Olena Kovalenko')
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)

  await sandbox(page, 'Pay twice')
  await sandbox(page, 'Confirm')
  await page.getByRole('link', { name: 'Open it' }).click()
  const panel = page.getByRole('region', { name: 'The payment arrived twice' })
  await panel.getByRole('button', { name: 'Deposit to balance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(drawer).toBeVisible()
  await look(page, 'travel-sender-keep')
  await drawer.getByRole('radio', { name: 'I do' }).check()
  await drawer.getByRole('radio', { name: 'Its owner' }).check()
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(drawer).toBeHidden()
  await keptOnBalance(page)
})
