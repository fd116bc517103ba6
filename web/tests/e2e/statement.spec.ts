import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { payByCard } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const lines = (page: Page) => card(page, 'Changes').getByRole('listitem')

/** An amount of the summary, in cents. */
async function figure(page: Page, name: string): Promise<bigint> {
  const text = await page.locator('dl > div').filter({ hasText: name }).locator('dd').innerText()
  return cents(text)
}

const cents = (text: string) => BigInt(text.replace('−', '-').replace(/[^\d-]/g, ''))

/** Deposits to the balance by card, through the pages. */
async function deposit(page: Page, amount: string) {
  await page.goto('/balances/deposit/EUR')
  await page.getByLabel('You pay').fill(amount)
  await expect(page.getByLabel('To your balance')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await payByCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
}

test('a statement says what a balance was, what changed it and what it is', async ({ person: page }) => {
  await test.step('nothing before the first deposit', async () => {
    await page.goto('/balances')
    await page.getByRole('link', { name: 'Statement' }).click()
    await expect(page.getByText('Nothing changed')).toBeVisible()
    await clean(page, 'a statement without lines')
    await look(page, 'statement-empty')
  })

  await test.step('two deposits and a conversion', async () => {
    await deposit(page, '200')
    await deposit(page, '100')
    await page.goto('/balances/convert/EUR')
    await page.getByLabel('From your balance').fill('50')
    await expect(page.getByLabel('To your balance')).not.toHaveValue('')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
  })

  await test.step('its lines add up', async () => {
    await page.goto('/balances/EUR')
    await page.getByRole('link', { name: 'Statement' }).click()
    await expect(lines(page)).toHaveCount(3)
    const changes = (await lines(page).allInnerTexts()).map((text) => /[+−][\d,]+\.\d\d(?=\s€)/.exec(text)?.[0] ?? '')
    const sum = changes.map(cents).reduce((all, one) => all + one, 0n)
    expect(await figure(page, 'Opening balance')).toBe(0n)
    expect(await figure(page, 'Net change')).toBe(sum)
    expect(await figure(page, 'Closing balance')).toBe(sum)
    expect(sum).toBe(24_230n)
    await clean(page, 'a statement')
    await look(page, 'statement')
  })

  await test.step('other days and a search', async () => {
    await page.getByRole('searchbox').fill('50.00')
    await expect(lines(page)).toHaveCount(1)
    await expect(page.getByText('Conversion EUR → BTC')).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await page.getByLabel('First day').fill('2001-01-01')
    await page.getByLabel('Last day').fill('2001-01-31')
    await expect(page.getByText('Nothing changed')).toBeVisible()
    expect(await figure(page, 'Closing balance')).toBe(0n)
    await page.getByLabel('Period').selectOption('week')
    await expect(lines(page)).toHaveCount(3)
    await page.getByLabel('Balance', { exact: true }).selectOption('BTC')
    await expect(lines(page)).toHaveCount(1)
    await expect(page).toHaveURL(/currency=BTC/)
    await page.reload()
    await expect(lines(page)).toHaveCount(1)
  })

  await test.step('a line leads to what it was', async () => {
    await lines(page).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/transaction\/convert\/ord_/)
  })
})
