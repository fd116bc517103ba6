import { clean } from './support/axe'
import { confirm, give, openExchange, pick, succeeded, payByCard, BTC_ADDRESS } from './support/exchange'
import { look } from './support/look'
import { agrees, operator } from './support/operator'
import { expect, signIn, test } from './support/test'

test('an operator makes a promo code, a second one publishes it, and a customer pays half the fee', async ({
  browser,
  person: page,
}) => {
  const unique = Date.now()
  const code = `HALF${unique}`
  const admin = await operator(browser, `cleo-${unique}@bank.example`, 'tenant_admin')
  await test.step('the draft', async () => {
    await admin.getByRole('link', { name: 'Campaigns', exact: true }).click()
    await expect(admin.getByRole('heading', { name: 'Campaigns', level: 1 })).toBeVisible()
    await admin.getByRole('button', { name: 'New campaign' }).click()
    const form = admin.getByRole('dialog')
    await form.getByLabel('Name, for operators').fill(`Half ${unique}`)
    await form.getByLabel('Code', { exact: true }).fill('not a code')
    await form.getByRole('button', { name: 'Save the draft' }).click()
    await expect(form.getByText('must have 2 to 40 letters, digits, dashes and underscores')).toBeVisible()
    await form.getByLabel('Code', { exact: true }).fill(code)
    await clean(admin, 'console, a new campaign')
    await look(admin, 'console-campaigns-new')
    await form.getByRole('button', { name: 'Save the draft' }).click()
    await expect(form).toBeHidden()
  })

  const card = admin.locator('section').filter({ has: admin.getByRole('heading', { name: `Half ${unique}` }) })
  await test.step('two operators publish it', async () => {
    await expect(card.getByText('Draft', { exact: true })).toBeVisible()
    const why = `half of the fee for everyone ${unique}`
    await card.getByRole('button', { name: 'Publish' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill(why)
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog.getByText('The request stays under Approvals for a day.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    const officer = await operator(browser, `carl-${unique}@bank.example`, 'compliance_officer')
    await agrees(officer, why, 'marketing asked for it')
    await expect(card.getByText('Running', { exact: true })).toBeVisible()
    await look(admin, 'console-campaigns')
  })

  await test.step('the customer tries a wrong code, then the right one', async () => {
    await openExchange(page, 'Buy')
    await pick(page, 'You pay', 'EUR', 'Visa / MC')
    await pick(page, 'You receive', 'BTC', 'Bitcoin')
    await give(page, '250')
    const address = page.getByLabel(/^Your BTC address/)
    await address.fill(BTC_ADDRESS)
    await page.getByRole('button', { name: 'Promo code' }).click()
    await page.getByLabel('Promo code').fill('NO-SUCH-CODE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('We do not know this promo code. Check the spelling.')).toBeVisible()
    await expect(address, 'nothing of the form is lost').toHaveValue(BTC_ADDRESS)
    await page.getByLabel('Promo code').fill(code.toLowerCase())
    await page.getByLabel('Promo code').press('Enter')
    await expect(page.getByText(`Promo code ${code} lowers our fee.`)).toBeVisible()
    await page.getByText('Total cost').click()
    await expect(page.locator('s').filter({ hasText: '2.5' })).toBeVisible()
    await clean(page, 'the exchange with a promo code')
    await look(page, 'exchange-promo')
  })

  await test.step('the order has the lower fee', async () => {
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.locator('s').filter({ hasText: '2.5' })).toBeVisible()
    await look(page, 'confirm-promo')
    await confirm(page)
    await payByCard(page, '4242 4242 4242 4242')
    await succeeded(page)
  })
  await test.step('the operator sees the use, and stops the campaign alone', async () => {
    await card.getByRole('button', { name: 'Show the codes' }).click()
    await expect(card.getByText('1 use', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: 'Stop' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('enough was given')
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(dialog.getByText('Done. It is in the audit log.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(card.getByText('Stopped', { exact: true })).toBeVisible()
  })
})

test('an operator writes a banner with a preview, and a customer sees it and closes it for good', async ({
  browser,
  person: page,
}) => {
  const title = `News ${Date.now()}`
  const admin = await operator(browser, `nina-${Date.now()}@bank.example`, 'tenant_admin')
  await admin.getByRole('link', { name: 'Banners, slides and help' }).click()
  await admin.getByRole('button', { name: 'New banner' }).click()
  const form = admin.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('textbox', { name: 'Text' }).fill('Plain <b>words</b> only.')
  await form.getByLabel('Words of the button').fill('To the exchange')
  await form.getByLabel('Picture').selectOption('Wallet')
  await form.getByLabel('Where the link leads').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('must be a path such as /exchange, or an address with https://')).toBeVisible()
  await form.getByLabel('Where the link leads').fill('/exchange')
  await expect(form.getByTestId('content-preview')).toContainText('Plain <b>words</b> only.')
  await clean(admin, 'console, a new banner')
  await look(admin, 'console-content-new')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await look(admin, 'console-content')

  const banner = page.getByRole('region', { name: title })
  await page.goto('/cabinet')
  await expect(banner).toContainText('Plain <b>words</b> only.')
  await clean(page, 'home with a banner')
  await look(page, 'home-banner')
  await banner.getByRole('link', { name: 'To the exchange' }).click()
  await expect(page).toHaveURL(/\/exchange$/)
  await page.goto('/cabinet')
  await page.getByRole('button', { name: `Close “${title}”` }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Prices to watch' })).toBeVisible()
  await expect(banner).toHaveCount(0)

  await admin
    .locator('section')
    .filter({ has: admin.getByRole('heading', { name: title, level: 2 }) })
    .filter({ has: admin.getByRole('button', { name: 'Delete' }) })
    .getByRole('button', { name: 'Delete' })
    .click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByRole('heading', { name: title })).toHaveCount(0)
})

test('an operator writes an article of help with a preview, and a customer finds it', async ({
  browser,
  person: page,
}) => {
  const unique = Date.now()
  const admin = await operator(browser, `hanna-${unique}@bank.example`, 'tenant_admin')
  await admin.getByRole('link', { name: 'Banners, slides and help' }).click()
  await admin.getByRole('button', { name: 'Help', exact: true }).click()
  await admin.getByRole('button', { name: 'New article' }).click()
  const form = admin.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Title' }).fill(`Our branches ${unique}`)
  await form.getByRole('textbox', { name: 'Text' }).fill('We are in **Vienna**.\n- Mondays\n- Fridays')
  await form.getByLabel('Words to find it by').fill(`office${unique}, counter`)
  await form.getByLabel('Address', { exact: true }).fill('Our Branches')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('must be 2 to 40 small Latin letters, digits and dashes')).toBeVisible()
  await form.getByLabel('Address', { exact: true }).fill(`branches-${unique}`)
  await expect(form.getByTestId('content-preview').getByRole('listitem')).toHaveText(['Mondays', 'Fridays'])
  await clean(admin, 'console, a new article')
  await look(admin, 'console-article-new')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await look(admin, 'console-articles')

  await page.goto('/support')
  await page.getByRole('searchbox', { name: 'Search in help' }).fill(`office${unique}`)
  await page
    .getByRole('link', { name: `Our branches ${unique}` })
    .first()
    .click()
  await expect(page.getByRole('strong')).toHaveText('Vienna')
  await look(page, 'support-own-article')
  await clean(page, 'an article of the tenant')
})

test('an operator sees what a link with all its terms brought', async ({ browser, page }) => {
  const unique = Date.now()
  await page.goto(`/authentication?utm_source=paper&utm_medium=print&utm_campaign=spring&utm_term=fees${unique}`)
  await expect(page).toHaveURL(/\/authentication$/)
  await signIn(page, `uma-${unique}@example.test`)
  const told = page.waitForResponse((answer) => answer.url().endsWith('/utm-params') && answer.ok())
  await page.goto('/cabinet')
  await told
  const admin = await operator(browser, `sam-${unique}@bank.example`, 'tenant_admin')
  await admin.getByRole('link', { name: 'Campaigns', exact: true }).click()
  await admin.getByRole('button', { name: 'Sources' }).click()
  await expect(admin.getByRole('row').filter({ hasText: `print · spring · fees${unique}` })).toContainText('paper')
  await look(admin, 'console-sources')
})
