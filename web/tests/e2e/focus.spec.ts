import type { Page } from '@playwright/test'
import { withAuthenticator } from './support/authenticator'
import { expect, signIn, test } from './support/test'

const API = '/api/client/v1'
const somebody = () => `keyboard-${crypto.randomUUID().slice(0, 8)}@example.test`

/** Presses a button with the keyboard only. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().focus()
  await page.keyboard.press('Enter')
}

test('what has the focus is ended: the next row has it, then the one before, then the heading', async ({ page }) => {
  const email = somebody()
  for (let device = 0; device < 4; device += 1) await signIn(page, email)
  await page.goto('/profile/devices')
  const rows = page.getByRole('listitem').filter({ hasText: /This device|Last active/ })
  await expect(rows).toHaveCount(4)
  const before = await rows.allInnerTexts()
  const own = before.findIndex((text) => text.includes('This device'))
  const ending = own === 0 ? 1 : 0
  await rows.nth(ending).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(ending)).toBeFocused()
  await rows.last().getByRole('button').or(rows.nth(1).getByRole('button')).last().focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(page.locator('li:focus')).toHaveCount(1)
  await press(page, 'Sign out everywhere else')
  await expect(rows).toHaveCount(1)
  await expect(page.locator(':focus')).toHaveText('A device you do not know?')
})

test('a name that was typed gives the focus back to its row, and codes that were kept to the heading', async ({
  page,
}) => {
  await withAuthenticator(page)
  await signIn(page, somebody())
  await page.goto('/profile/passkeys')
  await press(page, 'Add a passkey')
  // The form is replaced by its result.
  await expect(page.locator(':focus')).toHaveText('Save your recovery codes')
  await press(page, 'I have saved them')
  await expect(page.locator(':focus')).toHaveText('Your passkeys')
  await press(page, /^Rename /)
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('My phone')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename My phone' })).toBeFocused()
})

test('a drawer or a dialog whose opener is gone leaves the focus at what follows it', async ({ page }) => {
  const token = await signIn(page, somebody())
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.post(`${API}/profiles`, { headers, data: { name: 'Savings' } })).status()).toBe(201)
  await page.goto('/profile/account')
  await press(page, 'Delete my account')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Yes, delete it' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account is being deleted')).toBeVisible()
  await expect(page.locator(':focus')).toHaveText('Your account is being deleted')
  await press(page, 'Keep my account')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  await expect(page.locator('h1:focus, h2:focus')).toHaveCount(1)
})

test('who has let go of what is then taken away is not led anywhere', async ({ page }) => {
  await signIn(page, somebody())
  await page.goto('/profile/account')
  const make = page.getByRole('button', { name: 'Make a copy' })
  // In one call: the copy may be ready, and the button removed, before a second call arrives.
  await make.evaluate((button: HTMLElement) => {
    button.focus()
    button.click()
    button.blur()
  })
  // The pressed button is removed while the copy is being made, and afterwards.
  await expect(page.getByText(/^Your copy is being made|^You can request one copy a day/)).toBeVisible()
  // A focus change would happen within two frames.
  const focused = await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
    return document.activeElement?.tagName
  })
  expect(focused).toBe('BODY')
})
