import { clean } from './support/axe'
import { depositByCard } from './support/balance'
import { look } from './support/look'
import { operator } from './support/operator'
import { expect, test } from './support/test'

test('a person hears of money in the bell, reads it, chooses what to hear, and is told of a price', async ({
  person: page,
}) => {
  const bell = page.getByRole('link', { name: /^Notifications/ }).first()

  await test.step('nothing was told yet', async () => {
    await page.goto('/profile/notifications')
    await expect(page.getByText('No notifications yet')).toBeVisible()
    await look(page, 'notifications-empty')
    await clean(page, 'an empty list of notifications')
  })

  await test.step('money that arrives is counted in the bell while another page is open', async () => {
    await depositByCard(page, '200')
    await page.goto('/profile')
    await expect(page.getByRole('link', { name: 'Notifications, unread: 1' })).toBeVisible({ timeout: 40_000 })
    await look(page, 'bell')
    await bell.click()
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
    const row = page.getByRole('listitem').filter({ hasText: 'Money on your balance' })
    await expect(row.getByText('Unread')).toBeAttached()
    await look(page, 'notifications')
    await clean(page, 'the list of notifications')
    await row.getByRole('link').click()
    await expect(page).toHaveURL(/\/transaction(-details)?\//)
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  })

  await test.step('it is marked as unread and all are marked as read', async () => {
    await page.goto('/profile/notifications')
    await page.getByRole('button', { name: /^Mark as unread: Money on your balance/ }).click()
    await expect(page.getByRole('link', { name: 'Notifications, unread: 1' })).toBeVisible()
    await page.getByText('Unread', { exact: true }).first().click()
    await expect(page.getByRole('link', { name: /Money on your balance/ })).toBeVisible()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('No notification fits these filters.')).toBeVisible()
  })

  await test.step('emails about prices are switched off, security stays on, and the night is quiet', async () => {
    await page.getByRole('link', { name: /^What you are told/ }).click()
    const prices = page.getByRole('checkbox', { name: 'Prices: email' })
    await expect(prices).toBeChecked()
    // The server's answer changes it.
    await prices.click()
    await expect(prices).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Security: email' })).toBeDisabled()
    await page.getByText('Quiet hours').click()
    await expect(page.getByLabel('From')).toHaveValue('22:00')
    await look(page, 'notification-settings')
    await clean(page, 'the settings of notifications')
    await page.reload()
    await expect(prices).not.toBeChecked()
    await expect(page.getByRole('switch', { name: /^Quiet hours/ })).toBeChecked()
    await page.getByText('Quiet hours').click()
  })

  await test.step('a price alert that is reached is told, without an email', async () => {
    await page.goto('/profile/notifications')
    await page.getByRole('link', { name: /^New price alert/ }).click()
    await page.getByLabel('Price of 1 BTC').fill('9000000')
    await page.getByRole('button', { name: 'Make the plan' }).click()
    await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('link', { name: 'Notifications, unread: 1' })).toBeVisible({ timeout: 40_000 })
    await bell.click()
    await expect(page.getByRole('link', { name: /^A price that you wait for is reached/ })).toBeVisible()
    await page.getByRole('link', { name: /^A price that you wait for is reached/ }).click()
    await page.getByRole('button', { name: 'Set this alert again' }).click()
    await expect(page.getByText('Waits until')).toBeVisible()
  })
})

test('an operator reads what customers are told, in their language', async ({ browser }) => {
  const amy = await operator(browser, `amy-${Date.now()}@bank.example`, 'support_l2')
  await amy.getByRole('link', { name: 'Messages', exact: true }).click()
  await expect(amy.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  const delayed = amy.getByRole('listitem').filter({ hasText: 'payout_delayed' })
  await expect(delayed.getByRole('heading', { name: 'Your payout takes longer' })).toBeVisible()
  await amy.getByText('Polski', { exact: true }).click()
  await expect(delayed.getByRole('heading', { name: 'Wypłata trwa dłużej' })).toBeVisible()
  await expect(
    delayed.getByText('Wypłaty przez przelew bankowy trwają teraz dłużej niż zwykle.', { exact: false }).first(),
  ).toBeVisible()
  await look(amy, 'console-messages')
  await clean(amy, 'console, messages')

  // The email as it is sent, in a frame of its own.
  await delayed.getByRole('button', { name: 'As it is sent' }).click()
  const mail = amy.getByRole('dialog').frameLocator('iframe')
  await expect(mail.getByText('Wypłaty przez przelew bankowy', { exact: false })).toBeVisible()
  await look(amy, 'console-message-mail')
  await clean(amy, 'console, an email as it is sent')
  await amy.context().close()
})
