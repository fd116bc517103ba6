import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { BTC_ADDRESS, confirm, give, openExchange, pick } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

async function fillPersonal(page: Page, country = 'Ukraine') {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Date of birth').fill('10121990')
  await expect(page.getByLabel('Date of birth')).toHaveValue('10/12/1990')
  await page.getByLabel('Country of residence').selectOption({ label: country })
}

async function fillHome(page: Page) {
  await page.getByLabel('Street and house').fill('Khreshchatyk 1')
  await page.getByLabel('City').fill('Kyiv')
  await page.getByLabel('Postal code').fill('01001')
}

async function provePhone(page: Page) {
  await page.getByLabel('Phone').fill('+999 000 0001')
  await page.getByRole('button', { name: 'Send the code by SMS' }).click()
  await page.getByLabel('Code', { exact: true }).fill('111111')
}

test('somebody who wants to buy more says who they are on the way, and buys', async ({ person: page }) => {
  await page.goto('/exchange/personal-info')
  await expect(page, 'nothing is demanded yet').toHaveURL(/\/exchange$/)
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Bank transfer')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '1500')
  await page.getByLabel(/^Your \w+ address/).fill(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This amount is above what you can exchange yet.')).toBeVisible()
  await clean(page, 'an amount above the limit')
  await look(page, 'people-demanded')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Tell us who you are' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Field is required')).toHaveCount(4)
  await clean(page, 'who you are, with what is missing')
  await look(page, 'people-personal')
  await fillPersonal(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your phone' })).toBeVisible()
  await provePhone(page)
  await expect(page.getByRole('heading', { name: 'Tell us where you live' })).toBeVisible()
  await fillHome(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await confirm(page)
})

test('a person keeps their details and sees what they may exchange', async ({ person: page }) => {
  await page.goto('/profile')
  await page.getByLabel('Main currency').selectOption('PLN')
  await page.getByRole('link', { name: 'Personal details and limits' }).click()
  await expect(page.getByText('0.00 € of 1,000.00 €').first()).toBeVisible()
  await fillPersonal(page)
  await page.getByLabel('First name').fill('R2D2')
  await fillHome(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invalid character')).toBeVisible()
  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('link', { name: 'Change phone' }).click()
  await page.getByLabel('Phone').fill('+888 0123 4567')
  await page.getByRole('button', { name: 'Send the code by SMS' }).click()
  await expect(page.getByText('Anonymous numbers cannot be used')).toBeVisible()
  await page.getByLabel('Phone').fill('+7 495 123-45-67')
  await page.getByRole('button', { name: 'Send it by messenger' }).click()
  await expect(page.getByText('Numbers of this region cannot be used')).toBeVisible()
  await clean(page, 'a phone that cannot be used')
  await look(page, 'people-phone')
  await provePhone(page)
  await expect(page).toHaveURL(/\/profile\/personal-details$/)
  await expect(page.getByText('+9990000001')).toBeVisible()
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(2)
  await clean(page, 'personal details')
  await look(page, 'people-details')
  await page.getByRole('link', { name: 'Change phone' }).click()
  await page.getByLabel('Phone').fill('+999 000 0002')
  await page.getByRole('button', { name: 'Send the code by SMS' }).click()
  await expect(page.getByText('The phone can be changed once in 24 hours.')).toBeVisible()
})

test('a resident of a country that is not served is told so', async ({ person: page }) => {
  await page.goto('/profile/personal-details')
  await fillPersonal(page, 'Test country that is forbidden')
  await fillHome(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not available in your country')
  await clean(page, 'not available in your country')
  await look(page, 'people-forbidden')
})

test('a new email takes the place of the old one', async ({ person: page }) => {
  await page.goto('/profile/personal-details/email-edit')
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await page.getByLabel('New email').fill(email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Code', { exact: true }).fill('222222')
  await expect(page.getByText('This is not the code we sent.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill('111111')
  await expect(page).toHaveURL(/\/profile\/personal-details$/)
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expect(page.getByRole('link', { name: email })).toBeVisible()
})
