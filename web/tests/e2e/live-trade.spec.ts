import type { Page } from '@playwright/test'
import { type BankFolder, debitOf, makeBankFolder } from './support/bankFolder'
import { clean } from './support/axe'
import { IBAN, openExchange, orderPurchase, payByCard, prepareSale, succeeded } from './support/exchange'
import { type LitecoinNode, mine, pay, rpc, startLitecoin } from './support/litecoin'
import { look } from './support/look'
import { type Mailbox, startMailbox } from './support/mailbox'
import { CHALLENGED, type Orchestrator, startOrchestrator } from './support/orchestrator'
import { TRADE_LITECOIN_PORT, TRADE_PORT } from './support/ports'
import { startSources } from './support/rates'
import { startServer } from './support/server'
import { addLiveTenant, openToEverybody } from './support/tenant'
import { expect, test } from './support/test'

const OWN = 'DE02120300000000202051'
const url = `http://east.localhost:${TRADE_PORT}`

test.use({ baseURL: url })

test('a customer of a live tenant sells coins to a bank account, and buys coins by card and by Google Pay', async ({
  page,
}) => {
  // A node, a bank, an acquirer and the workers between them.
  test.setTimeout(240_000)
  const [node, sources, mailbox, orchestrator, bank] = await Promise.all([
    startLitecoin(TRADE_LITECOIN_PORT),
    startSources(),
    startMailbox(),
    startOrchestrator(url),
    makeBankFolder(),
  ])
  const server = await startServer(TRADE_PORT, {
    ...sources.environment,
    ...rails(orchestrator, bank),
    AGIO_LITECOIN_RPC: node.url,
    AGIO_SMTP_URL: mailbox.url,
  })
  try {
    addLiveTenant('east', server.data)
    openToEverybody('east', server.data)
    await signsIn(page, mailbox)
    await sells(page, node, bank)
    await buys(page, node)
    await buysByWallet(page, node)
    expect(orchestrator.paidByWallet()).toEqual(['google_pay'])
    await page.goto('about:blank')
  } finally {
    await server.stop()
    await Promise.all([node.stop(), sources.stop(), mailbox.stop(), orchestrator.stop(), bank.remove()])
  }
})

/** What the tenant has connected, in the server's environment. */
const rails = (orchestrator: Orchestrator, bank: BankFolder) => ({
  AGIO_CHAINS_EAST_LITECOIN: 'regtest',
  AGIO_BANK_EAST_HOLDER: 'East Exchange',
  AGIO_BANK_EAST_BIC: 'BYLADEM1001',
  AGIO_BANK_EAST_EUR_IBAN: OWN,
  AGIO_BANK_EAST_FOLDER: bank.path,
  AGIO_CARDS_EAST_URL: orchestrator.url,
  AGIO_CARDS_EAST_KEY: orchestrator.key,
  AGIO_CARDS_EAST_PUBLISHABLE_KEY: orchestrator.publishableKey,
  AGIO_CARDS_EAST_WEBHOOK_KEY: orchestrator.webhookKey,
  AGIO_CARDS_EAST_CURRENCIES: 'EUR',
})

async function signsIn(page: Page, mailbox: Mailbox): Promise<void> {
  const email = 'olena@customers.example'
  await page.goto('/authentication')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Code from the email').fill(await mailbox.code(email))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/(onboarding|cabinet)$/)
}

/** Mines until the order is done: a scanner looks every two seconds. */
async function untilDone(page: Page, node: LitecoinNode): Promise<void> {
  await expect(async () => {
    await mine(node.url, 1)
    await expect(page.getByRole('article').getByText('Success', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await succeeded(page)
}

/** Coins come in on the chain; euro go out by payment file, and the bank's statement confirms them. */
async function sells(page: Page, node: LitecoinNode, bank: BankFolder): Promise<void> {
  await prepareSale(page, ['LTC', 'Litecoin'], '3')
  const panel = page.getByRole('region', { name: /name/i }).filter({ has: page.getByRole('checkbox') })
  await panel.getByRole('checkbox').check()
  await look(page, 'live-sale-confirm')
  // A worker opens the tenant's wallet within a minute. Until then the server has no address, and the page offers another try.
  await expect(async () => {
    await page.getByRole('button', { name: /^(Confirm and pay|Try again)$/ }).click({ timeout: 2_000 })
    await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/, { timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
  const address = page.getByText(/^rltc1[a-z0-9]+$/)
  await expect(address).toBeVisible({ timeout: 70_000 })
  await expect(page.getByText(/sandbox/i)).toHaveCount(0)
  await pay(node.url, await address.innerText(), '3')
  await mine(node.url, 7)
  const file = await bank.takes()
  expect(file).toContain(IBAN)
  expect(file).toContain('Olena Kovalenko')
  await look(page, 'live-sale-sent')
  await bank.brings(debitOf(file, OWN))
  await succeeded(page)
  await look(page, 'live-sale-done')
  await clean(page, 'live, a sale')
}

/** The cardholder confirms at the bank; the coins that were sold before go out on the chain. */
async function buys(page: Page, node: LitecoinNode): Promise<void> {
  const own = String(await rpc(node.url, 'getnewaddress', ['', 'bech32'], 'payer'))
  await openExchange(page, 'Buy')
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['LTC', 'Litecoin'], '100', own)
  await expect(page.getByText('Google Pay opens in Chrome.')).toBeVisible()
  await look(page, 'live-purchase-no-wallet')
  await payByCard(page, CHALLENGED)
  await expect(page).toHaveURL(/\/redirect\//)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_/)
  await untilDone(page, node)
  await look(page, 'live-purchase-done')
  expect(Number(await rpc(node.url, 'getreceivedbyaddress', [own], 'payer'))).toBeGreaterThan(1)
}

/** Google Pay of the browser approves the payment; the coins go out on the chain. */
async function buysByWallet(page: Page, node: LitecoinNode): Promise<void> {
  const own = String(await rpc(node.url, 'getnewaddress', ['', 'bech32'], 'payer'))
  await page.addInitScript(haveGooglePay)
  await openExchange(page, 'Buy')
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['LTC', 'Litecoin'], '50', own)
  const wallet = page.getByRole('button', { name: 'Pay with Google Pay' })
  await expect(wallet).toBeVisible()
  await look(page, 'live-purchase-wallet')
  await clean(page, 'live, a wallet of the browser')
  await wallet.click()
  await expect(page.getByText(/Visa •••• 1111/).first()).toBeVisible()
  await untilDone(page, node)
}

/**
 * Gives the page a browser with Google Pay: the part of `PaymentRequest` that Google documents. The browser's own
 * constructor runs too, so that it refuses what the page's policy forbids.
 */
function haveGooglePay(): void {
  const Own = window.PaymentRequest
  const info = { cardNetwork: 'VISA', cardDetails: '1111' }
  const tokenizationData = { type: 'PAYMENT_GATEWAY', token: '{"signature":"s"}' }
  class WithGooglePay {
    constructor(methods: PaymentMethodData[], details: PaymentDetailsInit) {
      new Own(methods, details)
    }
    canMakePayment = async () => true
    show = async () => ({
      details: { paymentMethodData: { type: 'CARD', description: 'Visa 1111', info, tokenizationData } },
      complete: async () => undefined,
    })
  }
  Object.assign(window, { PaymentRequest: WithGooglePay })
}
