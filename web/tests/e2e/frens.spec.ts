import { clean } from './support/axe'
import { depositByCard } from './support/balance'
import { look } from './support/look'
import { BASE_URL } from './support/ports'
import { expect, hear, test } from './support/test'

// The time limit of this file: 120 s.

test('a friend signs up by the link and trades, and the reward reaches the balance', async ({
  person: page,
  browser,
}) => {
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Invite friends/ }).click()
  await expect(page.getByRole('heading', { name: 'Invite friends', level: 1 })).toBeVisible()
  await expect(page.getByText('You get 20 % of our fee on each friend’s orders.')).toBeVisible()
  await expect(page.getByText('Nobody has joined yet')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of your link' })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: BASE_URL })
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/\?ref=[2-9A-HJKMNP-Z]{8}$/)
  await look(page, 'frens-empty')
  await clean(page, 'the referral programme without friends')

  const other = await (await browser.newContext()).newPage()
  hear(other)
  await test.step('a friend follows the link, looks around and signs up', async () => {
    await other.goto(link)
    await expect(other).not.toHaveURL(/ref=/)
    await other.goto('/')
    await other.getByLabel('Email').fill(`bob-${crypto.randomUUID().slice(0, 8)}@example.test`)
    await other.getByRole('button', { name: 'Continue', exact: true }).click()
    await other.getByLabel('Code from the email').fill('111111')
    await other.getByRole('checkbox').check()
    const told = other.waitForResponse((answer) => answer.url().endsWith('/utm-params') && answer.ok())
    await other.getByRole('button', { name: 'Continue', exact: true }).click()
    await told
  })

  await test.step('the friend buys Bitcoin to the balance', async () => {
    await depositByCard(other, '200')
    await other.goto('/balances')
    await expect(other.getByText('194.95 €').first()).toBeVisible()
    await other.getByRole('link', { name: 'Convert', exact: true }).click()
    await other.getByLabel('From your balance').fill('100')
    await expect(other.getByLabel('To your balance')).not.toHaveValue('')
    await other.getByRole('button', { name: 'Continue' }).click()
    await other.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(other.getByText('On your balance', { exact: true }).first()).toBeVisible()
  })

  // A fifth of the fee of 0.50 euro.
  await page.reload()
  await expect(page.getByText('B•••', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to balance' })).toBeVisible({ timeout: 40_000 })
  await look(page, 'frens')
  await clean(page, 'the referral programme with a friend')

  await test.step('the reward is moved to the balance', async () => {
    await page.getByRole('button', { name: 'Move to balance' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('0.10 €', { exact: true })).toBeVisible()
    await look(page, 'frens-move')
    await dialog.getByRole('button', { name: 'Move now' }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/balances')
    await expect(page.getByRole('listitem').filter({ hasText: 'Euro' }).first()).toContainText('0.10 €')
  })

  await test.step('a chosen name is on the leaderboard until its owner leaves', async () => {
    await page.goto('/frens')
    const name = `Ada ${crypto.randomUUID().slice(0, 4)}`
    await page.getByLabel('Name on the leaderboard').fill(name)
    await page.getByRole('button', { name: 'Join the leaderboard' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
    await look(page, 'frens-leaderboard')
    await page.getByRole('button', { name: 'Leave the leaderboard' }).click()
    await expect(page.getByRole('button', { name: 'Join the leaderboard' })).toBeVisible()
  })
})
