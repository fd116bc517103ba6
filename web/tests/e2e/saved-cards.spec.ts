import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { choose, payByCard } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

/** Orders a deposit of euro by card, up to the payment. */
async function orderDeposit(page: Page, amount: string) {
  await page.goto('/balances/deposit')
  await page.getByLabel('You pay').fill(amount)
  await expect(page.getByLabel('To your balance')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await expect(page.getByRole('heading', { name: /^Now: pay/ })).toBeVisible()
}

const isOnBalance = (page: Page) => expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()

/** Opens the saved cards from the profile. */
async function openCards(page: Page) {
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Saved cards/ }).click()
  await expect(page.getByRole('heading', { name: 'Saved cards', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/cards-for-deposits$/)
}

test('a card is saved with a payment, pays the next order by one tap, receives a sale, and is deleted', async ({
  person: page,
}) => {
  await test.step('nothing is saved unless the customer chooses so', async () => {
    await openCards(page)
    await expect(page.getByText('No saved cards yet')).toBeVisible()
    await clean(page, 'no saved cards')
    await look(page, 'saved-cards-none')
  })

  await test.step('pay by card and save it', async () => {
    await orderDeposit(page, '100')
    const save = page.getByRole('checkbox', { name: 'Save this card for next time' })
    await expect(save).not.toBeChecked()
    await save.check()
    await look(page, 'saved-cards-choice')
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/requisites/cards') && answer.request().method() === 'POST',
    )
    await payByCard(page, '4242 4242 4242 4242')
    expect((await saved).status()).toBe(201)
    await isOnBalance(page)
  })

  await test.step('the next deposit is paid by one tap', async () => {
    await orderDeposit(page, '50')
    await expect(page.getByRole('radio', { name: /^Visa •••• 4242/ })).toBeChecked()
    await clean(page, 'the payment by a saved card')
    await look(page, 'saved-cards-pay')
    await page.getByRole('radio', { name: 'Another card' }).check()
    await expect(page.getByLabel('Card number')).toBeVisible()
    await page.getByRole('radio', { name: /^Visa •••• 4242/ }).check()
    await page.getByRole('button', { name: /^Pay \d/ }).click()
    await isOnBalance(page)
  })

  await test.step('a declined card is not saved, and one that asks for 3-D Secure is', async () => {
    await orderDeposit(page, '60')
    for (const number of ['4000 0000 0000 0002', '4000 0000 0000 3220']) {
      if (number.endsWith('0002')) await page.getByRole('radio', { name: 'Another card' }).check()
      await page.getByRole('checkbox', { name: 'Save this card for next time' }).check()
      await payByCard(page, number)
      if (number.endsWith('0002')) await expect(page.getByText(/use another card/)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Approve' }).click()
    await isOnBalance(page)
    await openCards(page)
    await expect(page.getByText('Visa •••• 3220')).toBeVisible()
    await expect(page.getByText('Visa •••• 0002')).toHaveCount(0)
    await page.getByRole('button', { name: 'Delete Visa •••• 3220' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Visa •••• 3220')).toBeHidden()
  })

  await test.step('it is offered where a card receives money', async () => {
    await page.goto('/balances/withdraw')
    await page.getByLabel('From your balance').fill('40')
    await page.getByRole('button', { name: /^You receive: / }).click()
    await choose(page.getByRole('dialog', { name: 'You receive' }), 'EUR', 'Visa')
    await expect(page.getByRole('textbox', { name: 'You receive' })).not.toHaveValue('')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/exchange\/insert-card$/)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/exchange\/confirm$/)
    await expect(page.getByText('Visa •••• 4242').first()).toBeVisible()
  })

  await test.step('add another one and delete the first', async () => {
    await openCards(page)
    await page.getByRole('button', { name: 'Add a card' }).click()
    const form = page.getByRole('dialog', { name: 'Add a card' })
    await form.getByLabel('Card number').fill('5555 5555 5555 4444')
    await form.getByLabel('Expiry').fill('11 / 31')
    await form.getByLabel('CVV').fill('123')
    await form.getByLabel('Name on the card').fill('Olena Kovalenko')
    await look(page, 'saved-cards-add')
    await form.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Mastercard •••• 4444' })).toContainText('11/31')
    await clean(page, 'saved cards')
    await look(page, 'saved-cards')
    await page.getByRole('button', { name: 'Delete Visa •••• 4242' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Visa •••• 4242' })).toBeHidden()
  })
})
