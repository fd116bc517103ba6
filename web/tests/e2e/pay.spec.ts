import type { Browser, Page } from '@playwright/test'
import { clean } from './support/axe'
import { BTC_ADDRESS } from './support/exchange'
import { look } from './support/look'
import { paymentLink } from './support/merchant'
import { expect, test } from './support/test'

/** Becomes a merchant, makes a payment, and returns its link. */
async function makeLink(page: Page): Promise<string> {
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Take payments/ }).click()
  await expect(page.getByRole('heading', { name: 'Take payments', level: 1 })).toBeVisible()
  await page.getByLabel('Name that payers see').fill('Bean & Leaf')
  await page.getByLabel('Hosts that payers return to').fill('localhost')
  await look(page, 'merchant-begin')
  await clean(page, 'a merchant begins')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByText('No payments yet')).toBeVisible()
  await look(page, 'merchant-none')
  await page.getByRole('button', { name: 'New payment' }).click()
  await page.getByLabel('Amount').fill('25')
  await page.getByLabel('What for? The payer reads it.').fill('Two bags of coffee')
  await page.getByLabel('Your own order number').fill('cart-1')
  await page.getByLabel('Return address of your shop').fill('http://localhost:9/done')
  await look(page, 'merchant-new')
  await clean(page, 'a new payment')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = page.getByTestId('payment-link')
  await expect(link).toContainText('/pay/payment#agp_')
  await look(page, 'merchant-payment')
  return (await link.textContent()) ?? ''
}

/** A stranger opens the link and chooses Bitcoin, whose network is simulated here. */
async function stranger(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const response = await page.goto(link)
  expect(response?.headers()['x-robots-tag']).toContain('noindex')
  await expect(page.getByRole('heading', { name: 'Bean & Leaf' })).toBeVisible()
  await expect(page.getByText('Two bags of coffee')).toBeVisible()
  await look(page, 'pay-choose')
  await page.getByRole('button', { name: /^BTC/ }).click()
  await expect(page.getByRole('img', { name: 'QR code of the address and the amount' })).toBeVisible()
  await expect(page.getByText(/Rate locked for/)).toBeVisible()
  return page
}

/** Mines blocks until the page is in a state. */
async function confirmed(page: Page, word: string): Promise<void> {
  await expect(async () => {
    const confirm = page.getByRole('button', { name: 'Confirm' })
    if (await confirm.isVisible()) await confirm.click()
    await expect(page.getByText(word, { exact: true })).toBeVisible({ timeout: 1_500 })
  }).toPass({ timeout: 60_000 })
}

test('a merchant makes a link, a stranger pays it and returns to the shop', async ({ person: page, browser }) => {
  const link = await makeLink(page)
  await page.getByRole('button', { name: 'Show the code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the payment' })).toBeVisible()
  await look(page, 'merchant-till')
  await page.keyboard.press('Escape')

  const payer = await stranger(browser, link)
  await look(payer, 'pay-waiting')
  await clean(payer, 'an address that waits')
  await payer.getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(payer, 'Thank you, it is paid')
  await look(payer, 'pay-paid')
  await clean(payer, 'a paid payment')
  await payer.route('http://localhost:9/**', (route) => route.fulfill({ body: 'Welcome back' }))
  await payer.getByRole('link', { name: 'Return to Bean & Leaf' }).click()
  await expect(payer.getByText('Welcome back')).toBeVisible()
  expect(new URL(payer.url()).searchParams.get('token')?.split('.')).toHaveLength(3)
  await payer.context().close()

  await expect(page.getByText('You received')).toBeVisible()
  await look(page, 'merchant-paid')
  await clean(page, 'a paid payment of a merchant')
  await page.getByRole('button', { name: 'All payments' }).click()
  await expect(page.getByRole('button', { name: /25.*cart-1/ })).toBeVisible()
  await look(page, 'merchant-list')
})

test('a stranger who sent too little takes it back less the fee that was shown', async ({ person, token, browser }) => {
  const payer = await stranger(browser, await paymentLink(person, token))
  await payer.getByRole('button', { name: 'Pay half' }).click()
  await confirmed(payer, 'Paid in part')
  await expect(payer.getByText(/is missing/)).toBeVisible()
  await look(payer, 'pay-partly')
  await clean(payer, 'a payment in part')
  await payer.getByRole('button', { name: 'Take it back' }).click()
  await payer.getByLabel(/^Your address/).fill('nonsense')
  await payer.getByRole('button', { name: 'Send it back' }).click()
  await expect(payer.getByRole('alert').first()).toBeVisible()
  await payer.getByLabel(/^Your address/).fill(BTC_ADDRESS)
  await look(payer, 'pay-take-back')
  await payer.getByRole('button', { name: 'Send it back' }).click()
  await expect(payer.getByText('Sent back', { exact: true })).toBeVisible({ timeout: 60_000 })
  await look(payer, 'pay-returned')
  await payer.context().close()
})

test('a merchant sends a part of a payment back and cancels another one', async ({ person: page, browser }) => {
  const link = await makeLink(page)
  const payer = await stranger(browser, link)
  await payer.getByRole('button', { name: 'Get a receipt by email' }).click()
  await payer.getByLabel('Your email').fill('payer@example.test')
  await look(payer, 'pay-receipt')
  await clean(payer, 'a receipt by email')
  await payer.getByRole('button', { name: 'Send me the receipt' }).click()
  await expect(payer.getByText('You get a receipt by email when it is paid.')).toBeVisible()
  await payer.getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(payer, 'Thank you, it is paid')
  await expect(payer.getByText('The receipt was sent by email.')).toBeVisible()
  await payer.context().close()

  await page.getByRole('button', { name: 'Send money back' }).click()
  await page.getByLabel('Amount in EUR').fill('20')
  await page.getByText('The coins that were paid').click()
  await page.getByLabel(/^Address of the payer/).fill(BTC_ADDRESS)
  await expect(page.getByText(/from your balance, with all fees/)).toBeVisible()
  await look(page, 'merchant-refund')
  await clean(page, 'a refund')
  await page.getByRole('button', { name: 'Send it back' }).click()
  await expect(page.getByText('20.00 € of 25.00 €')).toBeVisible()
  await look(page, 'merchant-refunded')

  await page.getByRole('button', { name: 'All payments' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the payments' }).click()
  expect((await file).suggestedFilename()).toMatch(/^payments-.*\.csv$/)
  await look(page, 'merchant-list')
  await page.getByRole('button', { name: 'New payment' }).click()
  await page.getByLabel('Amount').fill('€9.99')
  await expect(page.getByText('Understood: 9.99 EUR')).toBeVisible()
  await look(page, 'merchant-understood')
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByTestId('payment-link')).toContainText('/pay/payment#agp_')
  const other = (await page.getByTestId('payment-link').textContent()) ?? ''
  await page.getByRole('button', { name: 'Cancel this payment' }).click()
  await look(page, 'merchant-cancel')
  await page.getByRole('button', { name: 'Cancel the payment' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()

  const context = await browser.newContext({ locale: 'en-GB' })
  const late = await context.newPage()
  await late.goto(other)
  await expect(late.getByText('The shop cancelled this payment')).toBeVisible()
  await look(late, 'pay-cancelled')
  await context.close()
})

test('a payer reads the terms of use and goes on to pay', async ({ person, token, browser }) => {
  const link = await paymentLink(person, token)
  const context = await browser.newContext({ locale: 'en-GB' })
  const payer = await context.newPage()
  await payer.goto(link)
  await payer.getByRole('link', { name: 'terms of use' }).click()
  await expect(payer.getByRole('heading', { name: 'Terms of use', level: 1 })).toBeVisible()
  expect(new URL(payer.url()).pathname).toBe('/pay/confirm-terms')
  await look(payer, 'pay-terms')
  await clean(payer, 'the terms of a payer')
  await payer.getByRole('link', { name: 'Agree and choose how to pay' }).click()
  await expect(payer.getByRole('button', { name: /^BTC/ })).toBeVisible()
  await clean(payer, 'the choice of a currency')
  await context.close()
})
