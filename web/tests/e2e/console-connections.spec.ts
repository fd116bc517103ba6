import type { Browser, Page } from '@playwright/test'
import { clean } from './support/axe'
import { payByCard, pick } from './support/exchange'
import { look } from './support/look'
import { type Mailbox, startMailbox } from './support/mailbox'
import { agrees, because, invitation, join } from './support/operator'
import { type Orchestrator, startOrchestrator } from './support/orchestrator'
import { CONNECTIONS_PORT } from './support/ports'
import { startServer } from './support/server'
import { addLiveTenant, openToEverybody } from './support/tenant'
import { expect, hear, test } from './support/test'

const url = `http://west.localhost:${CONNECTIONS_PORT}`
const WHY = 'the contract with the acquirer is signed'

test.use({ baseURL: url })

test('an operator connects cards, a second one switches them on, a customer pays, and a dispute is written off', async ({
  page,
  browser,
}) => {
  // Two operators, a customer, and the half minute until every process knows what is connected.
  test.setTimeout(240_000)
  const [orchestrator, mailbox] = await Promise.all([startOrchestrator(), startMailbox()])
  const server = await startServer(CONNECTIONS_PORT, { AGIO_SMTP_URL: mailbox.url })
  try {
    addLiveTenant('west', server.data)
    openToEverybody('west', server.data)
    const joins = async (colleague: Page, email: string, role: string) =>
      join(colleague, invitation(email, role, { tenant: 'west', url, data: server.data }))
    await joins(page, 'tom@bank.example', 'treasury_operator')
    const pat = await another(browser)
    await joins(pat, 'pat@bank.example', 'treasury_approver')
    await connects(page, orchestrator)
    await pat.reload()
    await agrees(pat, WHY, 'the acquirer confirms it by telephone')
    await expect(connection(page, 'Cards').getByText('On', { exact: true })).toBeVisible()
    await look(page, 'console-connections-on')
    await clean(page, 'console, connections')
    const ada = await another(browser)
    await buys(ada, mailbox)
    await isDisputed(page, pat, orchestrator)
    // Their connections would be refused by a server that has ended.
    for (const one of [ada, pat]) await one.context().close()
    await page.goto('about:blank')
  } finally {
    await server.stop()
    await Promise.all([orchestrator.stop(), mailbox.stop()])
  }
})

async function another(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  hear(page)
  return page
}

const connection = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

async function connects(page: Page, orchestrator: Orchestrator): Promise<void> {
  await page.getByRole('link', { name: 'Connections' }).click()
  const cards = connection(page, 'Cards')
  await expect(cards.getByText('Nothing is connected.')).toBeVisible()
  await look(page, 'console-connections-none')
  await makes(page, orchestrator, 'snd_a-mistyped-key')
  await expect(cards.getByRole('button', { name: 'Switch on' })).toBeDisabled()
  await cards.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(cards.getByText('The orchestrator cannot be used: it refuses our key.')).toBeVisible()
  await look(page, 'console-connections-refused')
  await makes(page, orchestrator, orchestrator.key)
  await cards.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(cards.getByText('The orchestrator answers, and it knows the key.')).toBeVisible()
  await expect(page.getByText(orchestrator.key)).toHaveCount(0)
  await look(page, 'console-connections-tested')
  await cards.getByRole('button', { name: 'Switch on' }).click()
  await because(page, 'Switch on', WHY)
  await expect(page.getByRole('dialog').getByText('The request stays under Approvals for a day.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
}

/** Fills the form of the orchestrator. */
async function makes(page: Page, orchestrator: Orchestrator, key: string): Promise<void> {
  await connection(page, 'Cards')
    .getByRole('button', { name: /^(Connect|Change)$/ })
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Address of its API').fill(orchestrator.url)
  await form.getByLabel('Currencies').fill('EUR')
  await form.getByLabel('Secret API key').fill(key)
  await form.getByLabel('Webhook key').fill(orchestrator.webhookKey)
  await look(page, 'console-connections-form')
  await form.getByRole('button', { name: 'Save the draft' }).click()
  await expect(form).toBeHidden()
  await expect(connection(page, 'Cards').getByText(orchestrator.url)).toBeVisible()
}

/** A new customer of the tenant signs in by mail, and pays euro in by card. */
async function buys(page: Page, mailbox: Mailbox): Promise<void> {
  const email = 'ada@customers.example'
  await page.goto('/authentication')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Code from the email').fill(await mailbox.code(email))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/(onboarding|cabinet)$/)
  // A running server knows what is connected within half a minute.
  await expect(async () => {
    await page.goto('/balances/deposit')
    await look(page, 'connected-cards-deposit')
    await pick(page, 'You pay', 'EUR', 'Visa / MC')
    await page.getByLabel('You pay', { exact: true }).fill('100')
    await expect(page.getByLabel('To your balance')).not.toHaveValue('', { timeout: 8_000 })
  }).toPass({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await expect(page.getByRole('heading', { name: /^Now: pay/ })).toBeVisible()
  await payByCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
  await look(page, 'connected-cards-paid')
}

/** The cardholder disputes the payment. The operator sees the deadline, and two write it off. */
async function isDisputed(page: Page, pat: Page, orchestrator: Orchestrator): Promise<void> {
  const { body, signature } = orchestrator.dispute()
  // From the browser, which knows the names below localhost.
  const status = await page.evaluate(
    async ([body, signature]) => {
      const headers = { 'x-webhook-signature-512': signature, 'content-type': 'application/json' }
      return (await fetch('/api/hooks/v1/cards', { method: 'POST', body, headers })).status
    },
    [body, signature] as const,
  )
  expect(status).toBe(200)
  await page.getByRole('link', { name: 'Overview' }).click()
  // A job asks the orchestrator first. The overview looks again only after a while, so the operator loads it again.
  const alert = page.getByRole('link', { name: /card payment is disputed/ })
  await expect(async () => {
    await page.reload()
    await expect(alert).toBeVisible({ timeout: 4_000 })
  }).toPass({ timeout: 60_000 })
  await alert.click()
  const disputes = connection(page, 'Disputes')
  for (const shown of ['Needs evidence', 'Held by the acquirer', 'fraudulent', '2099'])
    await expect(disputes).toContainText(shown)
  await look(page, 'console-dispute')
  await clean(page, 'console, a disputed payment')
  const why = 'the cardholder is right'
  await page.getByRole('button', { name: 'Write it off' }).click()
  await because(page, 'Write it off', why)
  await expect(page.getByRole('dialog').getByText('The request stays under Approvals for a day.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  // The list of approvals is looked at every quarter of a minute.
  await pat.reload()
  await agrees(pat, why, 'I have looked at it too')
  await page.reload()
  await expect(disputes).toContainText('Booked as a loss')
}
