import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { withAuthenticator } from './support/authenticator'
import { clean } from './support/axe'
import { look } from './support/look'
import { asks, because, invitation, join, openCustomer, operator, proposal } from './support/operator'
import { BASE_URL } from './support/ports'
import { expect, signIn, test } from './support/test'

const API = `${BASE_URL}/api/operator/v1/proposals`

/** Blocks a customer and proposes the unblocking. Returns the proposing operator's page and the reason. */
async function asked(browser: Browser): Promise<{ maker: Page; why: string }> {
  const name = `sig-${crypto.randomUUID().slice(0, 8)}`
  const person = await (await browser.newContext()).newPage()
  await signIn(person, `${name}@example.test`)
  const maker = await operator(browser, `mara-${Date.now()}@bank.example`, 'compliance_officer')
  await openCustomer(maker, `${name}@example.test`)
  await asks(maker, 'Block', `somebody else uses ${name}`, 'done')
  const why = `the owner of ${name} came to the counter`
  await asks(maker, 'Unblock', why, 'waits')
  return { maker, why }
}

/** Joins, and adds a passkey of the browser's virtual device. */
async function joinWithPasskey(page: Page): Promise<void> {
  await join(page, invitation(`cleo-${Date.now()}@bank.example`, 'compliance_officer'))
  await page.getByRole('link', { name: 'Your settings' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(/not used yet/)).toBeVisible()
}

/** The id of the pending proposal with this reason. */
async function idOf(page: Page, why: string): Promise<string> {
  const { data } = await (await page.request.get(API)).json()
  return data.find((one: { reason: string }) => one.reason === why).id
}

const bytes = (text: string) => Buffer.from(text, 'base64url')
const sha256 = (of: Buffer | string) => createHash('sha256').update(of).digest()

test('an officer reads what was proposed, signs it with a passkey, and anybody can check the signature', async ({
  page,
  browser,
}) => {
  const { why } = await asked(browser)
  const device = await withAuthenticator(page)
  await joinWithPasskey(page)

  // A recent code is no approval.
  const id = await idOf(page, why)
  const unsigned = { data: { reason: 'a code has to be enough' }, headers: { origin: BASE_URL } }
  const refused = await page.request.post(`${API}/${id}/approve`, unsigned)
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'AUTH_2FA_REQUIRED'])

  await page.getByRole('link', { name: /Approvals/ }).click()
  await proposal(page, why).getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Unblock a customer')).toBeVisible()
  await expect(dialog.getByText(/^usr_[0-9a-f]{32}$/)).toBeVisible()
  await expect(dialog.getByText(why)).toBeVisible()
  await expect(dialog.getByText(/Your passkey signs it/)).toBeVisible()
  await clean(page, 'console, signing an approval')
  await look(page, 'console-approve')
  await device.verifies(false)
  await because(page, 'Approve', 'I know the owner myself')
  await expect(dialog.getByText(/Nothing was signed, so nothing was done/)).toBeVisible()
  await look(page, 'console-approve-not-signed')
  await device.verifies(true)
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Done. It is in the audit log.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'All', exact: true }).click()
  const done = proposal(page, why)
  await expect(done.getByText(/Signed with the passkey/)).toBeVisible()
  await clean(page, 'console, a signed approval')
  await look(page, 'console-approved')
  const coming = page.waitForEvent('download')
  await done.getByRole('link', { name: 'Download the signature' }).click()
  const kept = JSON.parse(readFileSync(await (await coming).path(), 'utf8'))

  // Verifies the exported file with Node's cryptography alone, as docs/console.md describes.
  const text = JSON.parse(kept.payload)
  expect([text.proposal, text.operator_action.kind, text.words]).toEqual([
    id,
    'unblock_customer',
    'I know the owner myself',
  ])
  expect(sha256(kept.payload).toString('hex')).toBe(kept.payload_sha256)
  const challenge = sha256(Buffer.concat([bytes(kept.nonce), sha256(kept.payload)])).subarray(0, 16)
  const client = JSON.parse(bytes(kept.client_data_json).toString('utf8'))
  expect(client).toMatchObject({ type: 'webauthn.get', challenge: challenge.toString('base64url'), origin: BASE_URL })
  const signed = Buffer.concat([bytes(kept.authenticator_data), sha256(bytes(kept.client_data_json))])
  const key = createPublicKey({ key: bytes(kept.public_key), format: 'der', type: 'spki' })
  const hash = kept.algorithm === -8 ? null : kept.algorithm === -35 ? 'sha384' : 'sha256'
  expect(verify(hash, signed, key, bytes(kept.signature))).toBe(true)
  signed[40] = (signed[40] ?? 0) ^ 1
  expect(verify(hash, signed, key, bytes(kept.signature)), 'one bit of it changed').toBe(false)
})

test('who is late reads that somebody else has answered, and a browser without passkeys says so', async ({
  page,
  browser,
}) => {
  const { maker, why } = await asked(browser)
  await withAuthenticator(page)
  await joinWithPasskey(page)
  await page.getByRole('link', { name: /Approvals/ }).click()
  await proposal(page, why).getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')

  await page.evaluate(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await because(page, 'Approve', 'I know the owner myself')
  await expect(dialog.getByText(/this browser has none/)).toBeVisible()

  await maker.getByRole('link', { name: /Approvals/ }).click()
  await proposal(maker, why).getByRole('button', { name: 'Withdraw' }).click()
  await because(maker, 'Withdraw', 'it was not the owner')
  await expect(maker.getByText('Done. It is in the audit log.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog.getByText(/things have changed in the meantime. This proposal was answered/)).toBeVisible()
  await look(page, 'console-approve-late')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(proposal(page, why)).toHaveCount(0)
})
