import { clean } from './support/axe'
import { look } from './support/look'
import { expect, signIn, test } from './support/test'

test('a phrase is chosen in the profile and stands first in the next mail', async ({ page }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(page, email)
  await page.goto('/profile')
  const row = page.getByRole('link', { name: /^Phrase in our emails/ })
  await expect(row).toContainText('Not set')
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Phrase in our emails' })).toBeVisible()
  const card = page.getByRole('main')
  await card.getByRole('button', { name: 'Choose a phrase' }).click()
  await card.getByLabel('Your phrase').fill('see evil.example')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('alert')).toHaveText('Words only: no links, web or email addresses')
  await clean(page, 'a phrase that is none')
  await look(page, 'phrase-refused')
  await card.getByLabel('Your phrase').fill('  Blue   heron ')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Blue heron', { exact: true }).first()).toBeVisible()
  await clean(page, 'a phrase')
  await look(page, 'phrase')

  const code = await page.request.post('/api/client/v1/login?method=email', { data: { email } })
  expect(code.status(), await code.text()).toBe(202)
  await page.goto(`/sandbox/mail?to=${encodeURIComponent(email)}`)
  await expect(page.getByText('Your phrase: Blue heron').first()).toBeVisible()
  await look(page, 'phrase-mail')
  await page.goto('/profile')
  await expect(row).toContainText('Blue heron')
  await row.click()
  await card.getByRole('button', { name: 'Remove the phrase' }).click()
  await expect(card.getByRole('button', { name: 'Choose a phrase' })).toBeVisible()
})
