import { clean } from './support/axe'
import { begin, choose, everything, shows } from './support/documents'
import { look } from './support/look'
import { because, operator } from './support/operator'
import { pdf } from './support/paper'
import { expect, signIn, test } from './support/test'

test('an officer opens what somebody handed in, asks for it once more, and the person reads why', async ({
  page,
  browser,
}) => {
  await signIn(page, `queue-${crypto.randomUUID().slice(0, 8)}@example.test`)
  await begin(page, 'Onhold')
  await everything(page, ['Front side', 'Your face'])
  await expect(page.getByText('We are reviewing it')).toBeVisible()

  const officer = await operator(browser, `vera-${Date.now()}@bank.example`, 'compliance_officer')
  await officer.getByRole('link', { name: 'Verification' }).click()
  const row = officer.getByRole('row').filter({ hasText: 'q•••@example.test' }).last()
  await expect(row.getByText('On hold')).toBeVisible()
  await clean(officer, 'console, who waits to be verified')
  await look(officer, 'console-queue')
  await row.getByRole('link').click()

  const identity = officer.getByRole('listitem').filter({ hasText: 'Identity, by document' })
  await identity.getByRole('button', { name: 'Open documents' }).click()
  await because(officer, 'Open documents', 'it is my turn to decide')
  const front = identity.getByRole('img', { name: /^Front, Passport/ })
  await expect(front).toBeVisible()
  expect(await front.evaluate((image: HTMLImageElement) => image.naturalWidth), 'it is a picture').toBeGreaterThan(0)
  await expect(identity.locator('svg text').first(), 'who looks stands over it').toContainText(
    /^vera-\d+@bank.example 20/,
  )
  await identity.getByRole('button', { name: /^Larger: Front/ }).click()
  await expect(identity.getByRole('button', { name: /^Smaller: Front/ })).toBeVisible()
  await clean(officer, 'console, documents')
  await look(officer, 'console-documents')

  await identity.getByRole('button', { name: 'Ask again' }).click()
  const unreadable = officer.getByRole('dialog').getByLabel('The document cannot be read')
  // Not check(): it looks once, right after the click, and a busy page renders later.
  await unreadable.click()
  await expect(unreadable).toBeChecked()
  await clean(officer, 'console, a decision')
  await look(officer, 'console-decision')
  await because(officer, 'Ask again', 'the number is covered by a thumb')
  await expect(officer.getByText('Done. It is in the audit log.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Not everything on the document can be read.')).toBeVisible()
})

test('a bill that is a PDF proves an address: the person sees how many pages we have, an officer sees each of them', async ({
  page,
  browser,
}) => {
  await signIn(page, `bill-${crypto.randomUUID().slice(0, 8)}@example.test`)
  await page.goto('/profile/personal-details/address')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Onhold')
  await page.getByLabel('Date of birth').fill('10121990')
  await page.getByLabel('Country of residence').selectOption({ label: 'Ukraine' })
  await page.getByLabel('Street and house').fill('Khreshchatyk 1')
  await page.getByLabel('City').fill('Kyiv')
  await page.getByLabel('Postal code').fill('01001')
  await page.getByRole('button', { name: 'Save' }).click()
  const bill = shows(page, 'Proof of address')
  const send = (pages: number) =>
    page
      .getByLabel('Choose a file: Proof of address')
      .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf(pages) })
  await send(6)
  await expect(bill.getByRole('alert')).toHaveText(
    'This PDF has more than 5 pages. Send only the relevant ones, or a photo.',
  )
  await clean(page, 'proof of address, a PDF that was not taken')
  await look(page, 'documents-pdf-refused')
  await send(2)
  await expect(bill.getByText('Received')).toBeVisible()
  await expect(bill.getByText('PDF, 2 pages')).toBeVisible()
  await clean(page, 'proof of address, a PDF')
  await look(page, 'documents-pdf')
  await page.reload()
  await expect(bill.getByText('PDF, 2 pages'), 'it is still known later').toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('We are reviewing it').or(page.getByText('It takes longer than usual'))).toBeVisible()

  const officer = await operator(browser, `nina-${Date.now()}@bank.example`, 'compliance_officer')
  await officer.getByRole('link', { name: 'Verification' }).click()
  const row = officer.getByRole('row').filter({ hasText: 'b•••@example.test' }).filter({ hasText: 'Home address' })
  await row.last().getByRole('link').click()
  const address = officer.getByRole('listitem').filter({ hasText: 'Home address, by document' })
  await address.getByRole('button', { name: 'Open documents' }).click()
  await because(officer, 'Open documents', 'it is my turn to decide')
  for (const place of ['page 1 of 2', 'page 2 of 2']) {
    const drawn = address.getByRole('img', { name: `Proof of address, ${place}` })
    await expect(drawn).toBeVisible()
    expect(await drawn.evaluate((image: HTMLImageElement) => image.naturalHeight), 'A4').toBe(1_754)
  }
  await address.getByRole('button', { name: 'Larger: Proof of address, page 1 of 2' }).click()
  await clean(officer, 'console, the pages of a PDF')
  await look(officer, 'console-pdf')
  await address.getByRole('button', { name: 'Approve' }).click()
  await because(officer, 'Approve', 'name and address are those they gave')
  await expect(officer.getByText('Done. It is in the audit log.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your address is verified')).toBeVisible()
})

test('somebody says where their money comes from, an officer asks for papers, reads the answer and accepts it', async ({
  page,
  browser,
}) => {
  await signIn(page, `funds-${crypto.randomUUID().slice(0, 8)}@example.test`)
  const funds = page.getByRole('listitem').filter({ hasText: /^Source of funds/ })
  await page.goto('/profile/personal-details')
  await funds.getByRole('link', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tell us where your money comes from')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Onhold')
  await page.getByLabel('Date of birth').fill('10121990')
  await page.getByLabel('Country of residence').selectOption({ label: 'Ukraine' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('First choose what you do')).toBeVisible()
  await clean(page, 'source of funds, empty')
  await look(page, 'funds-empty')
  const answer = async () => {
    await page.getByLabel('What you do').selectOption({ label: 'Self-employed' })
    await page.getByLabel('Sale of a house or land').check()
    await page.getByLabel('What you expect to exchange in a year').selectOption({ label: 'Up to 250,000 euro' })
  }
  await answer()
  await page.getByLabel('Something else').check()
  await expect(page.getByText('Describe what “something else” is')).toBeVisible()
  await page.getByLabel('Anything to add, in your own words').fill('I sold my flat in Lviv')
  await look(page, 'funds-answered')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('We are reviewing it').or(page.getByText('It takes longer than usual'))).toBeVisible()
  await clean(page, 'source of funds, waiting')
  await look(page, 'funds-waiting')

  const officer = await operator(browser, `olena-${Date.now()}@bank.example`, 'compliance_officer')
  await officer.getByRole('link', { name: 'Verification' }).click()
  const row = officer.getByRole('row').filter({ hasText: 'f•••@example.test' }).filter({ hasText: 'Source of funds' })
  await row.last().getByRole('link').click()
  const told = officer.getByRole('listitem').filter({ hasText: 'Source of funds' })
  await told.getByRole('button', { name: 'Open documents' }).click()
  await because(officer, 'Open documents', 'it is my turn to decide')
  await expect(told.getByText('I sold my flat in Lviv')).toBeVisible()
  await expect(told.getByText('Sale of a house or land, Something else')).toBeVisible()
  await clean(officer, 'console, source of funds')
  await look(officer, 'console-funds')
  await told.getByRole('button', { name: 'Ask again' }).click()
  await officer.getByRole('dialog').getByLabel('Documents that support the answer are needed').check()
  await because(officer, 'Ask again', 'a flat has a contract')
  await expect(officer.getByText('Done. It is in the audit log.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Documents that support your answer are needed')).toBeVisible()
  await answer()
  await choose(page, 'First document')
  await expect(shows(page, 'First document').getByText('Received')).toBeVisible()
  await expect(shows(page, 'Second document')).toBeVisible()
  await clean(page, 'source of funds, once more')
  await look(page, 'funds-again')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('We are reviewing it').or(page.getByText('It takes longer than usual'))).toBeVisible()
  await officer.reload()
  await told.getByRole('button', { name: 'Approve' }).click()
  await because(officer, 'Approve', 'the contract fits the answer')
  await expect(officer.getByText('Done. It is in the audit log.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your source of funds is accepted')).toBeVisible()
  await look(page, 'funds-accepted')
})
