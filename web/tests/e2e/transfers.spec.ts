import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { depositByCard } from './support/balance'
import { look } from './support/look'
import { expect, hear, signIn, test } from './support/test'

// The time limit of this file: 120 s.

async function fill(page: Page, to: string, amount: string, note: string) {
  await page.goto('/balances')
  await page.getByRole('link', { name: 'Transfer', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Transfer', level: 1 })).toBeVisible()
  await page.getByLabel('Email, telephone or @handle of the receiver').fill(to)
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByLabel('Note for the receiver').fill(note)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('money goes to another customer, who sees who sent it and why', async ({ person: page, browser }) => {
  const other = await (await browser.newContext()).newPage()
  hear(other)
  const bob = `bob-${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(other, bob)
  await depositByCard(page, '200')

  await test.step('what cannot be sent is said at its field', async () => {
    await fill(page, 'nobody', '500', '')
    await expect(page.getByText('Not enough on balance')).toBeVisible()
    await page.getByLabel('Amount', { exact: true }).fill('30')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(/Enter an email address, a telephone number/)).toBeVisible()
    await clean(page, 'a transfer with errors')
    await look(page, 'transfer-errors')
  })

  await fill(page, bob, '30', 'Lunch on Friday')
  await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible()
  await expect(page.getByText('b•••@example.test')).toBeVisible()
  await clean(page, 'a transfer before it is sent')
  await look(page, 'transfer-review')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
  const done = page.getByRole('status').filter({ hasText: 'b•••@example.test has received it' })
  await expect(done).toContainText('30.00 €')
  await clean(page, 'a transfer that was received')
  await look(page, 'transfer-done')
  await page.goto('/balances')
  await expect(page.getByRole('listitem').filter({ hasText: 'Euro' }).first()).toContainText('164.95 €')

  await other.goto('/balances')
  await expect(other.getByRole('listitem').filter({ hasText: 'Euro' }).first()).toContainText('30.00 €')
  await other.getByRole('link', { name: /Received 30\.00 €/ }).click()
  await expect(other.getByRole('status').filter({ hasText: 'is on your balance' })).toContainText('30.00 €')
  await other.getByRole('link', { name: 'Details' }).click()
  await expect(other.getByText('Lunch on Friday')).toBeVisible()
  await look(other, 'transfer-received')
})

test('a request for money is a link that fills in everything but the decision', async ({ person: page, browser }) => {
  await page.goto('/balances/transfer')
  await page.getByRole('link', { name: 'Request money instead' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await page.getByLabel('Amount', { exact: true }).fill('12.50')
  await page.getByLabel('What for').fill('Кава & торт')
  await clean(page, 'a request for money')
  await look(page, 'transfer-request')
  const link = (await page.getByTestId('request-link').textContent()) ?? ''
  expect(link).not.toContain('example.test')

  const payer = await (await browser.newContext()).newPage()
  hear(payer)
  await signIn(payer, `payer-${crypto.randomUUID().slice(0, 8)}@example.test`)
  await depositByCard(payer, '100')
  await payer.goto(link)
  await expect(payer.getByLabel('Amount', { exact: true })).toHaveValue('12.50')
  await expect(payer.getByLabel('Note for the receiver')).toHaveValue('Кава & торт')
  await payer.getByRole('button', { name: 'Continue' }).click()
  await payer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(payer.getByText('Success', { exact: true }).first()).toBeVisible()
  await page.goto('/balances')
  await expect(page.getByRole('listitem').filter({ hasText: 'Euro' }).first()).toContainText('12.50 €')

  await test.step('a handle does the same without a link', async () => {
    const handle = `kava_${crypto.randomUUID().slice(0, 8)}`
    await page.goto('/balances/request')
    await page.getByLabel('Handle', { exact: true }).fill('support')
    await page.getByRole('button', { name: 'Save the handle' }).click()
    await expect(page.getByText('This handle is reserved. Choose another one.')).toBeVisible()
    await page.getByLabel('Handle', { exact: true }).fill(`@${handle}`)
    await page.getByRole('button', { name: 'Save the handle' }).click()
    await expect(page.getByText(`@${handle}`, { exact: true })).toBeVisible()
    await clean(page, 'an own handle')
    await look(page, 'transfer-handle')
    await fill(payer, `@nobody_${handle.slice(5)}`, '10', '')
    await expect(payer.getByText('Nobody has this handle')).toBeVisible()
    await payer.getByLabel('Email, telephone or @handle of the receiver').fill(`@${handle}`)
    await payer.getByRole('button', { name: 'Continue' }).click()
    await payer.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(payer.getByText('Success', { exact: true }).first()).toBeVisible()
    await page.goto('/balances')
    await expect(page.getByRole('listitem').filter({ hasText: 'Euro' }).first()).toContainText('22.50 €')
  })
})

test('money for somebody who has no account yet waits for them', async ({ person: page, browser }) => {
  await depositByCard(page, '100')
  const zoe = `zoe-${crypto.randomUUID().slice(0, 8)}@example.test`
  await fill(page, zoe, '25.50', '')
  await expect(page.getByText(/Nobody has an account with this contact yet/)).toBeVisible()
  await look(page, 'transfer-review-new')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Waits until they sign in')).toBeVisible()
  await clean(page, 'a transfer that waits')
  await look(page, 'transfer-waits')

  const other = await (await browser.newContext()).newPage()
  hear(other)
  await signIn(other, zoe)
  await expect(page.getByText('Success', { exact: true }).first(), 'its page hears of it').toBeVisible()
  await other.goto('/balances')
  await expect(other.getByRole('listitem').filter({ hasText: 'Euro' }).first()).toContainText('25.50 €')
})
