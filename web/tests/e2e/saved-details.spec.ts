import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { depositByCard } from './support/balance'
import { atRequisites, IBAN } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const NAME = 'Olena Kovalenko'
const iban = (page: Page) => page.getByLabel('IBAN of your EUR account')
const owner = (page: Page) => page.getByLabel('Full name of the account’s owner')
const save = (page: Page) => page.getByRole('checkbox', { name: 'Save for next time' })

/** Begins a withdrawal of euro, up to the page of the bank account. */
async function withdraw(page: Page, amount: string) {
  await page.goto('/balances')
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Withdraw', level: 1 })).toBeVisible()
  await page.getByLabel('From your balance').fill(amount)
  await expect(page.getByLabel('You receive', { exact: true })).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
}

/** Opens the saved details from the profile. */
async function openSaved(page: Page) {
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Withdrawal details/ }).click()
  await expect(page.getByRole('heading', { name: 'Withdrawal details', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/details-for-withdrawals$/)
}

test('a bank account is saved with a withdrawal, fills the next one by one tap, and is deleted', async ({
  person: page,
}) => {
  await depositByCard(page, '200')

  await test.step('nothing is saved unless the customer chooses so', async () => {
    await openSaved(page)
    await expect(page.getByText('No saved details yet')).toBeVisible()
    await clean(page, 'no saved details')
    await look(page, 'saved-details-none')
  })

  await test.step('withdraw to a bank account and save it', async () => {
    await withdraw(page, '50')
    await iban(page).fill(IBAN)
    await owner(page).fill(NAME)
    await expect(save(page)).not.toBeChecked()
    await save(page).check()
    await look(page, 'saved-details-choice')
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/requisites/saved') && answer.request().method() === 'POST',
    )
    await page.getByRole('button', { name: 'Continue' }).click()
    expect((await saved).status()).toBe(201)
    await expect(page).toHaveURL(/\/exchange\/confirm$/)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('Sent in a moment').first()).toBeVisible()
  })

  await test.step('the profile shows it', async () => {
    await openSaved(page)
    const row = page.getByRole('listitem').filter({ hasText: 'ES91 2100…1332' })
    await expect(row).toContainText(NAME)
    await clean(page, 'saved details')
    await look(page, 'saved-details')
  })

  await test.step('the next withdrawal is filled by one tap', async () => {
    await withdraw(page, '30')
    await expect(iban(page)).toHaveValue('')
    await clean(page, 'the bank account with a saved one')
    await page.getByRole('button', { name: IBAN }).click()
    await expect(iban(page)).toHaveValue(IBAN)
    await expect(owner(page)).toHaveValue(NAME)
    await expect(save(page), 'what is saved is not offered to be saved').toBeHidden()
    await look(page, 'saved-details-picked')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/exchange\/confirm$/)
  })

  await test.step('delete it', async () => {
    await openSaved(page)
    await page.getByRole('button', { name: 'Delete ES91 2100…1332' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete these details?' })
    await expect(dialog).toContainText(IBAN)
    await clean(page, 'the question before saved details are deleted')
    await look(page, 'saved-details-delete')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('No saved details yet')).toBeVisible()
  })
})
