import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { createClient } from '../../clients/typescript/src/index.ts'
import { BASE_URL } from './support/ports'
import { expect, signIn, test } from './support/test'

type Received = { headers: Record<string, string>; body: string }

const RUN_MAX_MS = 60_000

/** The commands of the quick start as they stand, without those that make the customer and the key. */
function commands(): string {
  const text = readFileSync(new URL('../../../docs/partners.md', import.meta.url), 'utf8')
  const chapter = text.split('\n## ').find((part) => part.startsWith('Quick start')) ?? ''
  const blocks = [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')
  expect(blocks).toHaveLength(3)
  return blocks.slice(1).join('\n')
}

/** A partner's server on this machine, and its address. */
async function shop(received: Received[]): Promise<[Server, string]> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    received.push({ headers: Object.fromEntries(headers), body: Buffer.concat(parts).toString() })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`]
}

/** Makes a test key in the app, with a webhook. Returns the secrets of both. */
async function makeKey(page: Page, address: string): Promise<[key: string, signing: string]> {
  const secret = page.locator('[data-secret]')
  await page.goto('/profile/api-management')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Shop')
  for (const name of [
    /Create buy orders/,
    /Prices, currencies and directions/,
    /Check an order in advance/,
    /Read orders/,
  ]) {
    await page.getByRole('checkbox', { name }).check()
  }
  await page.getByRole('button', { name: 'Create the key' }).click()
  const key = (await secret.textContent()) ?? ''
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: /Shop/ }).click()
  await page.getByRole('button', { name: 'Add an address' }).click()
  await page.getByLabel('Address of your server').fill(address)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(secret).toHaveText(/^whsec_/)
  return [key, (await secret.textContent()) ?? '']
}

test('a stranger makes a test key and completes an order with the commands of the quick start', async ({ page }) => {
  const received: Received[] = []
  const [server, address] = await shop(received)
  const token = await signIn(page, `shop-${crypto.randomUUID().slice(0, 8)}@example.test`)
  const [key, signing] = await makeKey(page, address)

  const given = {
    HOST: BASE_URL,
    JSON: 'Content-Type: application/json',
    AUTH: `Authorization: Bearer ${token}`,
    KEY: key,
  }
  const options = { env: { ...process.env, ...given }, timeout: RUN_MAX_MS }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands()], options)
  expect(stdout.trim().split('\n').at(-1)).toBe('"DONE"')

  const type = ({ body }: Received) => (JSON.parse(body) as { type: string }).type
  await expect.poll(() => received.map(type)).toContain('order.completed')
  for (const { body, headers } of received) new Webhook(signing).verify(body, headers)
  const [first] = received
  expect(() => new Webhook(signing).verify(`${first?.body} `, first?.headers ?? {})).toThrow()

  const client = createClient({ baseUrl: BASE_URL, apiKey: key })
  const statuses: string[] = []
  for await (const order of client.each('/api/partner/v1/orders', { query: { limit: 1 } })) {
    statuses.push(order.transaction.status)
  }
  expect(statuses).toEqual(['DONE'])
  const seen: string[] = []
  for await (const event of client.each('/api/partner/v1/events', { query: { limit: 2 } })) seen.push(event.type)
  expect(seen).toContain('order.completed')
  await expect(client.get('/api/partner/v1/balances')).rejects.toMatchObject({ status: 403, code: 'ACCESS_DENIED' })
  server.closeAllConnections()
  server.close()
})
