import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { orderPurchase, payByCard, succeeded } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

type Received = { id: string; timestamp: string; signature: string; body: string }

/** A partner's server on this machine. It accepts everything, except while it is broken. */
class Shop {
  readonly received: Received[] = []
  isBroken = false
  readonly #server: Server = createServer((request, response) => {
    void this.#take(request).then(() => response.writeHead(this.isBroken ? 500 : 204).end())
  })

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  types(): string[] {
    return this.received.map(({ body }) => JSON.parse(body).type)
  }

  async #take(request: IncomingMessage): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const header = (name: string) => String(request.headers[name])
    const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
    this.received.push({ id, timestamp, signature: header('webhook-signature'), body: Buffer.concat(parts).toString() })
  }
}

/** The signature that a receiver of the scheme computes. */
const rightOf = (secret: string, { id, timestamp, body }: Received): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

async function openKey(page: Page) {
  await page.goto('/profile/api-management')
  await page.getByRole('button', { name: /Booking backend/ }).click()
}

test('a server gets the events of an order, signed, and again when a person asks for it', async ({ person: page }) => {
  const shop = new Shop()
  const url = await shop.start()
  const secret = page.locator('[data-secret]')

  const signing = await test.step('an address is added and shows its secret once', async () => {
    await page.goto('/profile/api-management')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Booking backend')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await openKey(page)
    await expect(page.getByText('No webhooks yet')).toBeVisible()
    await look(page, 'webhooks-none')
    await page.getByRole('button', { name: 'Add an address' }).click()
    await page.getByLabel('Address of your server').fill('https://10.0.0.1/hooks')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('public host name')
    await page.getByRole('radio', { name: 'Chosen events' }).check()
    await look(page, 'webhooks-new')
    await clean(page, 'a new webhook')
    await page.getByRole('radio', { name: 'All events' }).check()
    await page.getByLabel('Address of your server').fill(url)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(secret).toHaveText(/^whsec_/)
    await look(page, 'webhooks-made')
    return (await secret.textContent()) ?? ''
  })

  await test.step('a test arrives', async () => {
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await expect(page.getByText('Nothing sent yet')).toBeVisible()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(page.getByText('Delivered')).toBeVisible()
    expect(shop.types()).toEqual(['webhook.ping'])
    const [ping] = shop.received
    expect(ping?.signature).toBe(ping && rightOf(signing, ping))
  })

  await test.step('a purchase in the sandbox arrives to its end', async () => {
    await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
    await payByCard(page, '4242 4242 4242 4242')
    await succeeded(page)
    await expect.poll(() => shop.types()).toContain('order.completed')
    expect(shop.types()).toContain('order.created')
    for (const one of shop.received) expect(one.signature).toBe(rightOf(signing, one))
  })

  await test.step('the log shows it, and sends it again', async () => {
    await openKey(page)
    await page.getByRole('button', { name: /127\.0\.0\.1/ }).click()
    const done = page.getByRole('listitem').filter({ hasText: 'order.completed' })
    await expect(done).toHaveCount(1)
    const before = shop.received.find(({ body }) => JSON.parse(body).type === 'order.completed')
    await done.getByRole('button', { name: 'Send again' }).click()
    await expect(done).toHaveCount(2)
    await expect.poll(() => shop.received.filter(({ id }) => id === before?.id).length).toBe(2)
    const [first, again] = shop.received.filter(({ id }) => id === before?.id)
    expect(again?.body).toBe(first?.body)
    await clean(page, 'a webhook')
    await look(page, 'webhooks-one')
  })

  await test.step('a failure says why and when it is tried again', async () => {
    shop.isBroken = true
    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(page.getByText(/The server answered 500/).first()).toBeVisible()
    await expect(page.getByText(/Next attempt/).first()).toBeVisible()
    await look(page, 'webhooks-failing')
    await page.getByRole('button', { name: 'All webhooks of the key' }).click()
    await look(page, 'webhooks-list')
  })
  shop.stop()
})
