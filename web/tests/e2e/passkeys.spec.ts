import type { Page } from '@playwright/test'
import { withAuthenticator } from './support/authenticator'
import { clean } from './support/axe'
import { BTC_ADDRESS, give, openExchange, pick } from './support/exchange'
import { look } from './support/look'
import { expect, signIn, test } from './support/test'

const newAddress = () => `${crypto.randomUUID().slice(0, 8)}@example.test`

/** Adds a passkey on its own page, as the first factor. */
async function addPasskey(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Passkeys/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Passkeys' })).toBeVisible()
  await look(page, 'passkeys-none')
  await clean(page, 'passkeys, none')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Save your recovery codes')).toBeVisible()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText(/not used yet/)).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
}

test('a passkey signs in and confirms an order, and is renamed and removed with itself', async ({ page }) => {
  await withAuthenticator(page)
  await signIn(page, newAddress())
  await addPasskey(page)
  await signOut(page)
  await look(page, 'sign-in-passkey')
  await clean(page, 'sign in, with passkeys')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/cabinet$/)

  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Bank transfer')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '100')
  await page.getByLabel(/^Your \w+ address/).fill(BTC_ADDRESS)
  await expect(page.getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm with your second factor' })
  await expect(dialog.getByText(BTC_ADDRESS)).toBeVisible()
  await look(page, 'step-up-passkey')
  await clean(page, 'confirmation, with passkeys')
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)

  await page.goto('/profile/passkeys')
  await page.getByRole('button', { name: /^Rename / }).click()
  await page.getByLabel('Name').fill('My phone')
  await look(page, 'passkeys-rename')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('My phone')).toBeVisible()
  await look(page, 'passkeys')
  await clean(page, 'passkeys')
  // A device creates only one passkey per account.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  const before = page.getByRole('dialog', { name: 'Remove this passkey?' })
  await expect(before.getByText(/^For 24 hours after the change nothing can be sent out/)).toBeVisible()
  await before.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(dialog.getByText('You are removing the passkey My phone.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('My phone', { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
})

test('a passkey is the second step after the code from the mail, if its device knows its owner', async ({ page }) => {
  const device = await withAuthenticator(page)
  const email = newAddress()
  await signIn(page, email)
  await addPasskey(page)
  await signOut(page)
  await device.verifies(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Code from the email').fill('111111')
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible()
  await look(page, 'sign-in-factor-passkey')
  await device.verifies(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/cabinet$/)
})
