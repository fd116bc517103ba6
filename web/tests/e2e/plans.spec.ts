import { clean } from './support/axe'
import { depositByCard } from './support/balance'
import { payByCard } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

test('an exchange is planned: at a price, again and again, and only told about', async ({ person: page }) => {
  await depositByCard(page, '200')
  await page.goto('/balances')
  await page.getByRole('link', { name: /^Plans/ }).click()
  await expect(page.getByText('No plans yet')).toBeVisible()
  await look(page, 'plans-empty')

  await test.step('an order at a price is made when the price is reached', async () => {
    await page.getByRole('link', { name: 'New plan' }).click()
    await page.getByText('At a price').click()
    await page.getByRole('button', { name: 'Make the plan' }).click()
    await expect(page.getByText('Enter an amount in digits, like 250 or 0.5').first()).toBeVisible()
    await page.getByLabel('Amount each time').fill('30')
    await expect(page.getByText(/^Now: /)).toBeVisible()
    await page.getByLabel('Price of 1 BTC').fill('1000000')
    await look(page, 'plan-new-target')
    await clean(page, 'the form of a plan')
    await page.getByRole('button', { name: 'Make the plan' }).click()
    await expect(page.getByText(/^When 1 BTC costs 1,000,000\s€ or less$/)).toBeVisible()
    await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 40_000 })
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
    await look(page, 'plan-done')
    await clean(page, 'a plan that has run')
  })

  await test.step('a recurring exchange has its next time, and is paused and resumed', async () => {
    await page.goto('/balances/plans/new')
    await page.getByLabel('Amount each time').fill('25')
    await look(page, 'plan-new-recurring')
    await page.getByRole('button', { name: 'Make the plan' }).click()
    await expect(page.getByText('Every week')).toBeVisible()
    await expect(page.getByText('Next time')).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await look(page, 'plan-recurring')
  })

  await test.step('an alert needs no amount, and plans are listed and deleted', async () => {
    await page.goto('/balances/plans/new')
    await page.getByText('Only tell me').click()
    await expect(page.getByLabel('Amount each time')).toBeHidden()
    await page.getByText('Rises to').click()
    await page.getByLabel('Price of 1 BTC').fill('9000000')
    await page.getByRole('button', { name: 'Make the plan' }).click()
    await expect(page.getByText(/^When 1 BTC costs 9,000,000\s€ or more$/)).toBeVisible()
    await page.getByRole('link', { name: 'Plans' }).first().click()
    await expect(page.getByRole('link', { name: /^25\.00\s€ → BTC/ })).toBeVisible()
    await look(page, 'plans')
    await clean(page, 'the list of plans')
    await page.getByRole('link', { name: /^Price of BTC/ }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('link', { name: /^25\.00\s€ → BTC/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Price of BTC/ })).toBeHidden()
  })
})

test('a saved card pays a purchase that repeats', async ({ person: page }) => {
  await page.goto('/balances/deposit')
  await page.getByLabel('You pay').fill('50')
  await expect(page.getByLabel('To your balance')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await page.getByRole('checkbox', { name: 'Save this card for next time' }).check()
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/requisites/cards') && answer.request().method() === 'POST',
  )
  await payByCard(page, '4242 4242 4242 4242')
  await saved

  await page.goto('/balances/plans/new')
  await page.getByLabel('Pay with').selectOption({ label: 'Visa •••• 4242' })
  const consent = page.getByRole('checkbox', { name: /^I agree that this card is charged each time without me/ })
  await page.getByLabel('Amount each time').fill('50')
  await page.getByRole('button', { name: 'Make the plan' }).click()
  await expect(page.getByText('Agree to the charges, or pay from the balance')).toBeVisible()
  await look(page, 'plan-new-card')
  await consent.check()
  await clean(page, 'the form of a plan that a card pays')
  await page.getByRole('button', { name: 'Make the plan' }).click()
  await expect(page.getByText('Every week')).toBeVisible()
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  await look(page, 'plan-card')

  await test.step('a deleted card pauses the plan', async () => {
    const plan = page.url()
    await page.goto('/profile/cards-for-deposits')
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No saved cards yet')).toBeVisible()
    await page.goto(plan)
    await expect(page.getByText('The card is no longer saved.')).toBeVisible()
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await look(page, 'plan-card-gone')
  })
})
