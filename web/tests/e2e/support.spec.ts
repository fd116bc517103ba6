import { clean } from './support/axe'
import { orderPurchase } from './support/exchange'
import { look } from './support/look'
import { operator } from './support/operator'
import { png } from './support/picture'
import { expect, test } from './support/test'

test('a customer searches help, writes from an order, and sees the answer of an operator as it comes', async ({
  person: page,
  browser,
}) => {
  const amy = await operator(browser, `amy-${Date.now()}@bank.example`, 'support_l2')

  await test.step('the search is tolerant and leads to an article', async () => {
    await page.goto('/support')
    await look(page, 'support')
    await clean(page, 'support')
    await page.getByRole('searchbox', { name: 'Search in help' }).fill('WRONG networks')
    await look(page, 'support-search')
    await page.getByRole('link', { name: 'I sent coins on the wrong network, or another coin' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'I sent coins on the wrong network' })).toBeVisible()
    await look(page, 'support-article')
    await clean(page, 'an article of help')
  })

  await test.step('what is attached from an order is shown before it is sent', async () => {
    await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '250')
    await page.getByRole('link', { name: 'Contact support' }).first().click()
    await expect(page.getByText(/^About order/)).toBeVisible()
    await page.getByRole('link', { name: /^Write to support/ }).click()
    await expect(page.getByLabel('What is it about?')).toHaveValue('ORDER')
    await expect(page.getByText(/^\/transaction\//)).toBeVisible()
    await page.getByLabel('Your message').fill('Where is my money?')
    await page.locator('input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: png() })
    await expect(page.getByRole('img', { name: 'Attachment 1' })).toBeVisible()
    await look(page, 'support-write')
    await clean(page, 'the form of a question')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Conversation [0-9A-Z]{4}-[0-9A-Z]{4}$/ })).toBeVisible()
    await expect(page.getByText('We will answer')).toBeVisible()
  })

  await test.step('an operator sees it with its order, keeps a note, and answers', async () => {
    await amy.getByRole('link', { name: /^Support/ }).click()
    await amy.getByRole('link', { name: 'Where is my money?' }).first().click()
    await expect(amy.getByText(/^ord_/)).toBeVisible()
    await expect(amy.getByRole('img', { name: 'Attachment 1' })).toBeVisible()
    await amy.getByRole('button', { name: 'Take it' }).click()
    await expect(amy.getByRole('button', { name: 'Give it back' })).toBeVisible()
    await amy.getByText('Note', { exact: true }).click()
    await amy.getByLabel('Note for operators').fill('Looked at the bank: nothing yet.')
    await amy.getByRole('button', { name: 'Keep the note' }).click()
    await expect(amy.getByText('Note, which the customer does not see')).toBeVisible()
    await amy.getByLabel('Text for the customer').fill('We wait for your transfer. It usually takes a day.')
    await look(amy, 'console-conversation')
    await clean(amy, 'console, a conversation')
    await amy.getByRole('button', { name: 'Send the reply' }).click()
    await expect(amy.getByText('Answered', { exact: true })).toBeVisible()
  })

  await test.step('the answer comes into the open page and into the bell, the note does not', async () => {
    await expect(page.getByText('We wait for your transfer. It usually takes a day.')).toBeVisible({ timeout: 40_000 })
    await expect(page.getByText('Looked at the bank')).toHaveCount(0)
    await look(page, 'support-conversation')
    await clean(page, 'a conversation')
    await page
      .getByRole('link', { name: /^Notifications/ })
      .first()
      .click()
    await page.getByRole('link', { name: /^Support has answered/ }).click()
    await expect(page.getByText('We wait for your transfer. It usually takes a day.')).toBeVisible()
    await page.getByRole('button', { name: 'It is solved' }).click()
    await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  })
})

test('a complaint has a last day, and the console does not end it without the final answer', async ({
  person: page,
  browser,
}) => {
  const sue = await operator(browser, `sue-${Date.now()}@bank.example`, 'support_l2')
  await page.goto('/support')
  await page.getByRole('link', { name: /^Make a complaint/ }).click()
  await page.getByLabel('Your complaint').fill('My refund took a month.')
  await page.getByRole('button', { name: 'Send the complaint' }).click()
  await expect(page.getByText(/^You get our written answer by .+ at the latest/)).toBeVisible()

  await sue.getByRole('link', { name: /^Support/ }).click()
  await sue.getByRole('button', { name: 'Complaints' }).click()
  await look(sue, 'console-support')
  await clean(sue, 'console, support')
  await sue.getByRole('link', { name: 'My refund took a month.' }).first().click()
  await expect(sue.getByRole('button', { name: 'End the conversation' })).toBeDisabled()
  await sue.getByText('Final answer', { exact: true }).click()
  await sue.getByLabel('Text for the customer').fill('You are right. The fee is on your balance.')
  await sue.getByRole('button', { name: 'Send the final answer' }).click()
  await expect(sue.getByRole('button', { name: 'End the conversation' })).toBeEnabled()
  await expect(page.getByText('You are right. The fee is on your balance.')).toBeVisible({ timeout: 40_000 })
  await look(page, 'support-complaint')
})

test('help and the accessibility statement are for everybody, and writing needs a sign-in', async ({ page }) => {
  await page.goto('/support')
  await page.getByRole('link', { name: 'How to withdraw' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How to withdraw' })).toBeVisible()
  await page.getByRole('link', { name: 'Write to support' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goto('/accessibility')
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility statement' })).toBeVisible()
  await look(page, 'accessibility')
  await clean(page, 'the accessibility statement')
})
