import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { depositByCard, holds, toBankAccount } from './support/balance'
import { setUpApp } from './support/factor'
import { IBAN } from './support/exchange'
import { look } from './support/look'
import { expect, hear, signIn, test } from './support/test'
import { totp } from './support/totp'

/** Types an amount on the start page of a withdrawal. */
async function type(page: Page, amount: string) {
  await page.getByLabel('From your balance', { exact: true }).fill(amount)
}

/** Opens the start page of a withdrawal, and waits until it is ready. */
async function open(page: Page) {
  await page.goto('/balances/withdraw')
  await expect(page.getByRole('button', { name: /^You receive: EUR/ })).toBeVisible()
}

async function withdraw(page: Page, amount: string) {
  await open(page)
  await type(page, amount)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
}

/** From the amount to the confirmation: the account is known already. */
async function goOn(page: Page) {
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true })

/** The order exists: the money is reserved until it is sent. */
async function isOrdered(page: Page) {
  await expect(page).toHaveURL(/\/transaction\/payout\/ord_[0-9a-f]{32}$/)
  await expect(page.getByText('Sent in a moment').first()).toBeVisible()
}

/** No order exists: nothing of the balance is reserved or gone. */
async function isUntouched(page: Page, total: string) {
  await holds(page, 'EUR', total)
  await expect(page.getByRole('listitem').filter({ hasText: 'Withdrawal' })).toHaveCount(0)
}

test('too little to withdraw is refused with the least, and so is a balance below it', async ({ person: page }) => {
  await depositByCard(page, '20')

  await test.step('the least is said, and one tap takes it', async () => {
    await open(page)
    await type(page, '5')
    await expect(page.getByText(/^Minimum is 11\.10\s€$/)).toBeVisible()
    const on = page.getByRole('button', { name: 'Continue' })
    await expect(on).toBeDisabled()
    await expect(on).toHaveAccessibleDescription('Check the amount')
    await look(page, 'withdraw-too-little')
    await clean(page, 'too little to withdraw')
    await page.getByRole('button', { name: /^Min 11\.10\s€$/ }).click()
    await expect(on).toBeEnabled()
    await toBankAccount(page, IBAN)
    await confirm(page).click()
    await isOrdered(page)
  })

  await test.step('what is left is below it: more has to come first', async () => {
    await open(page)
    await type(page, '8')
    await expect(page.getByText(/^You have 8\.17\s€\. The minimum here is 11\.10\s€\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await look(page, 'withdraw-below-minimum')
    await clean(page, 'a balance below the least withdrawal')
    await page.getByRole('button', { name: 'Add EUR to your balance' }).click()
    await expect(page.getByRole('heading', { name: 'Deposit', level: 1 })).toBeVisible()
  })
})

test('a withdrawal above the limit says what is left, and what raises it', async ({ page, context }) => {
  await signIn(page, `${crypto.randomUUID().slice(0, 8)}+t1@example.test`)
  await depositByCard(page, '1400')
  const exceeds = page.getByText(/^Amount exceeds the daily limit of 2,500\.00\s€\./)

  await test.step('the amount is above it', async () => {
    await withdraw(page, '1200')
    await expect(exceeds).toContainText(/You can use up to 1,100\.00\s€ now\. More becomes available .+\d\d:\d\d\./)
    await expect(exceeds).toContainText('The next limit needs:')
    await look(page, 'withdraw-above-limit')
    await clean(page, 'a withdrawal above the limit')
    await toBankAccount(page, IBAN)
    await expect(page.getByText('This amount is above what you can exchange yet.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Show a document' })).toBeVisible()
    await expect(confirm(page), 'it cannot be ordered').toHaveCount(0)
    await look(page, 'withdraw-above-limit-confirm')
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Tell us who you are' })).toBeVisible()
    await isUntouched(page, '1,366.15 €')
  })

  await test.step('what fits is refused once another order has used the limit', async () => {
    await withdraw(page, '1100')
    await expect(exceeds).toHaveCount(0)
    await goOn(page)
    await expect(page.getByText(/^0\.90\s€ of 2,500\.00\s€$/), 'what arrives is counted, without the fee').toBeVisible()
    const other = await context.newPage()
    hear(other)
    await depositByCard(other, '50')
    await other.close()
    await confirm(page).click()
    await expect(exceeds).toContainText(/More becomes available .+\d\d:\d\d\./)
    await look(page, 'withdraw-limit-used')
    await clean(page, 'a withdrawal that the limit no longer has room for')
    await page.getByRole('button', { name: 'Change the amount' }).click()
    await expect(page.getByLabel('From your balance', { exact: true })).toHaveValue('1,100')
    await expect(exceeds, 'the order gave its part of the limit back').toContainText(
      /You can use up to 1,050\.00\s€ now\./,
    )
  })

  await test.step('what is left of it can be withdrawn', async () => {
    await type(page, '1050')
    await goOn(page)
    await confirm(page).click()
    await isOrdered(page)
  })
})

test('a wrong second factor makes no order, and the right one does', async ({ person: page, token }) => {
  await depositByCard(page, '100')
  const { secret } = await setUpApp(page, token)
  const dialog = page.getByRole('dialog', { name: 'Confirm with your second factor' })
  const code = dialog.getByLabel('Code from your authenticator app')

  await test.step('the code is asked for this amount and this account, and is wrong', async () => {
    await withdraw(page, '50')
    await toBankAccount(page, IBAN)
    await confirm(page).click()
    await expect(dialog.getByText(/^50\.00\s€$/)).toBeVisible()
    await expect(dialog.getByText('Olena Kovalenko')).toBeVisible()
    await code.fill('000000')
    await expect(dialog.getByText('The code is incorrect.')).toBeVisible()
    await expect(code).toHaveValue('')
    await look(page, 'withdraw-wrong-factor')
    await clean(page, 'a withdrawal with a wrong code')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await isUntouched(page, '97.35 €')
  })

  await test.step('the right one makes it', async () => {
    await open(page)
    await expect(page.getByLabel('From your balance', { exact: true }), 'nothing is typed again').toHaveValue('50')
    await goOn(page)
    await confirm(page).click()
    await code.fill(totp(secret, 1))
    await isOrdered(page)
    await holds(page, 'EUR', '97.35 €', /^50\.00\s€$/)
  })
})

test('after a change of the second factor nothing can be withdrawn for a day', async ({ person: page, token }) => {
  await depositByCard(page, '100')
  const { codes } = await setUpApp(page, token)
  await page.goto('/profile/two-factor-authentication')
  const dialog = page.getByRole('dialog', { name: 'Confirm with your second factor' })

  await test.step('the app is replaced by another one', async () => {
    await page.getByRole('button', { name: 'Remove the app' }).click()
    const before = page.getByRole('dialog', { name: 'Remove the app?' })
    await expect(before.getByText(/^For 24 hours after the change nothing can be sent out/)).toBeVisible()
    await before.getByRole('button', { name: 'Remove the app' }).click()
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
    await dialog.getByLabel('Recovery code').fill(codes[0] ?? '')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('link', { name: 'Set up' })).toBeVisible()
  })

  await test.step('it is said before, and the order is refused', async () => {
    await setUpApp(page, token)
    await withdraw(page, '50')
    const early = page.getByText(/^Your email, phone or second factor was changed a short time ago\./)
    await expect(early).toContainText(/Nothing can be sent out until .+\d\d:\d\d\./)
    await look(page, 'withdraw-held-early')
    await toBankAccount(page, IBAN)
    await confirm(page).click()
    const held = page.getByText(/^Your email, phone or second factor was changed recently\./)
    await expect(held).toContainText(
      /nothing is sent out until .+\d\d:\d\d\. If it was not you, contact support now\.$/,
    )
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      '/support?from=%2Fexchange%2Fconfirm',
    )
    await look(page, 'withdraw-held')
    await clean(page, 'a withdrawal that is held')
    await isUntouched(page, '97.35 €')
  })
})
