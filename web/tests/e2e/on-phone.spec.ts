import type { Browser, BrowserContext, Page } from '@playwright/test'
import { clean } from './support/axe'
import { begin, choose, shows } from './support/documents'
import { look } from './support/look'
import { expect, hear, settingSaved, signIn, test } from './support/test'

/** Another browser with the size of a phone. */
async function phoneOf(browser: Browser): Promise<{ phone: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const phone = await context.newPage()
  hear(phone)
  return { phone, context }
}

/** Lets the phone in at the desk, after both have shown the same number. */
async function letIn(desk: Page, phone: Page): Promise<void> {
  const number = (page: Page) => page.getByTestId('device-number')
  await expect(number(phone)).toHaveText(/^\d\d$/)
  await expect(number(desk)).toHaveText((await number(phone).textContent()) ?? '')
  await desk.getByRole('button', { name: 'Yes, let it in' }).click()
}

/** The link beside the QR code. */
async function linkOn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Continue on your phone' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your phone' })).toBeVisible()
  return page.getByLabel('Cannot scan it? Open this on your phone').inputValue()
}

test('the pictures are taken on the phone, and the page at the desk goes on by itself', async ({
  person: page,
  browser,
}) => {
  await begin(page, 'Lovelace')
  const link = await linkOn(page)
  expect(new URL(link).search, 'the code is where no server and no log sees it').toBe('')
  await expect(page.getByText(/It works once, for [45]:\d\d/)).toBeVisible()
  await clean(page, 'a code for the phone')
  await look(page, 'on-phone-code')

  const { phone, context } = await phoneOf(browser)
  await phone.goto(link)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Continue on this device')
  await expect(phone.getByText(/^.•••@example\.test$/)).toBeVisible()
  await expect(phone.getByText('Show a document')).toBeVisible()
  await clean(phone, 'the phone arrives')
  await look(phone, 'on-phone-arrival')
  await phone.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('wants to be signed in to your account', { exact: false })).toBeVisible()
  await clean(page, 'a phone asks to be let in')
  await look(page, 'on-phone-asked')
  await clean(phone, 'the phone waits to be let in')
  await look(phone, 'on-phone-waits')
  expect(await phone.context().cookies(), 'nothing is opened before').toEqual([])
  await letIn(page, phone)
  await expect(phone).toHaveURL(/\/profile\/personal-details\/identity$/)
  await expect(phone.getByRole('button', { name: 'Continue on your phone' }), 'it is the phone').toBeHidden()
  await expect(page.getByText('Your phone is connected.')).toBeVisible()
  await clean(page, 'the phone has it')
  await look(page, 'on-phone-used')

  await phone.getByLabel('Document', { exact: true }).selectOption({ label: 'Identity card' })
  await choose(phone, 'Front side')
  await expect(shows(page, 'Front side').getByText('Received'), 'each picture is seen at the desk').toBeVisible()
  await expect(page.getByLabel('Document', { exact: true })).toHaveValue('id_card')
  for (const part of ['Back side', 'Your face']) await choose(phone, part)
  await expect(shows(phone, 'Your face').getByText('Received')).toBeVisible()
  await phone.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Your identity is verified')).toBeVisible()
  await look(page, 'on-phone-done')
  await context.close()
})

test('opening the link uses nothing up; a code that was used or never was says so', async ({
  person: page,
  browser,
}) => {
  await begin(page, 'Lovelace')
  const link = await linkOn(page)
  const first = await phoneOf(browser)
  const second = await phoneOf(browser)
  for (const { phone } of [first, second]) {
    await phone.goto(link)
    await expect(phone.getByRole('button', { name: 'Go on' })).toBeVisible()
  }
  await second.phone.getByRole('button', { name: 'Go on' }).click()
  await letIn(page, second.phone)
  await expect(second.phone.getByLabel('Country that issued it')).toBeVisible()
  await first.phone.getByRole('button', { name: 'Go on' }).click()
  await expect(first.phone.getByRole('heading', { level: 1 })).toHaveText('This code has already been used')
  await clean(first.phone, 'a code that was used')
  await look(first.phone, 'on-phone-used-already')
  await first.phone.goto(`${link.split('#')[0]}#agh_nothing`)
  await expect(first.phone.getByRole('heading', { level: 1 })).toHaveText('This code has expired')
  await look(first.phone, 'on-phone-expired')

  await page.getByRole('button', { name: 'Make a new code' }).click()
  await expect(page.getByText(/It works once, for/)).toBeVisible()
  const link2 = await page.getByLabel('Cannot scan it? Open this on your phone').inputValue()
  await first.phone.goto(link2)
  await first.phone.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'No, refuse it' }).click()
  await expect(first.phone.getByRole('heading', { level: 1 })).toHaveText('This device was not let in')
  await expect(page.getByText('You did not let the device in.', { exact: false })).toBeVisible()
  await look(first.phone, 'on-phone-refused')
  await page.getByRole('button', { name: 'Make a new code' }).click()
  await expect(page.getByText(/It works once, for/)).toBeVisible()
  const another = await page.getByLabel('Cannot scan it? Open this on your phone').inputValue()
  expect(another).not.toBe(link)
  await page.getByRole('button', { name: 'Use this computer instead' }).click()
  await expect(page.getByRole('button', { name: 'Continue on your phone' })).toBeVisible()
  await first.context.close()
  await second.context.close()
})

test('a phone that is somebody else’s makes nobody another person, and without a connection it can be tried again', async ({
  person: page,
  browser,
}) => {
  await begin(page, 'Lovelace')
  const link = await linkOn(page)
  const { phone, context } = await phoneOf(browser)
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(phone, email)
  await phone.goto(link)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Another account is signed in here')
  await expect(phone.getByText(email)).toBeVisible()
  await clean(phone, 'another account on the phone')
  await look(phone, 'on-phone-other')
  await context.close()

  const { phone: fresh, context: own } = await phoneOf(browser)
  await fresh.goto(link)
  const goOn = fresh.getByRole('button', { name: 'Go on' })
  await expect(goOn).toBeVisible()
  await own.setOffline(true)
  await goOn.click()
  await expect(fresh.getByText('Cannot reach the service.').first()).toBeVisible()
  await own.setOffline(false)
  await goOn.click()
  await letIn(page, fresh)
  await expect(fresh).toHaveURL(/\/profile\/personal-details\/identity$/)
  await own.close()
})

test('in Ukrainian too', async ({ person: page, browser }) => {
  await begin(page, 'Lovelace')
  await page.goto('/profile')
  const saved = settingSaved(page)
  await page.getByLabel('Language').selectOption('uk')
  await saved
  await page.goto('/profile/personal-details/identity')
  await page.getByRole('button', { name: 'Продовжити на телефоні' }).click()
  await expect(page.getByRole('img', { name: 'QR-код для телефона' })).toBeVisible()
  await look(page, 'on-phone-code-uk')
  const link = await page.getByLabel('Не виходить відсканувати? Відкрийте це на телефоні').inputValue()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'uk-UA' })
  const phone = await context.newPage()
  hear(phone)
  await phone.goto(link)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Продовжити на цьому пристрої')
  await look(phone, 'on-phone-arrival-uk')
  await context.close()
})
