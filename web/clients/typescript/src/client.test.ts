import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createClient, PartnerProblem } from './index.ts'

let server: Server | undefined

afterEach(() => {
  server?.close()
})

/** A client of a server that gives these answers, one after the other, and the requests that it received. */
async function against(answers: ((response: ServerResponse) => void)[]) {
  const received: IncomingMessage[] = []
  server = createServer((request, response) => {
    received.push(request)
    answers[received.length - 1]?.(response)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { client: createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sk_test_1' }), received }
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
  }

test('a list is read to its end by its cursors', async () => {
  const pages = [
    json({ data: [{ id: 'ord_1' }], next_cursor: 'c1', has_more: true }),
    json({ data: [{ id: 'ord_2' }], has_more: false }),
  ]
  const { client, received } = await against(pages)
  const ids: string[] = []
  for await (const { id } of client.each('/api/partner/v1/transactions', { query: { limit: 1 } })) ids.push(id)
  expect(ids).toEqual(['ord_1', 'ord_2'])
  expect(received.map(({ url }) => url)).toEqual([
    '/api/partner/v1/transactions?limit=1',
    '/api/partner/v1/transactions?limit=1&cursor=c1',
  ])
})

test('a repeated order has the same idempotency key', async () => {
  const busy = json({ code: 'TOO_MANY_REQUESTS', detail: 'Slow down.' }, 429, { 'retry-after': '0' })
  const { client, received } = await against([busy, json({ status: 'CANCELLED' })])
  await client.post('/api/partner/v1/orders/{id}/cancel', { path: { id: 'ord_/1' } })
  expect(received.map(({ url }) => url)).toEqual(Array(2).fill('/api/partner/v1/orders/ord_%2F1/cancel'))
  const keys = received.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('a refusal is a problem with its code and fields', async () => {
  const errors = [{ pointer: '/quote_id', code: 'invalid', message: 'is not the id of a quote' }]
  const body = { code: 'VALIDATION_ERROR', detail: 'quote_id: is not the id of a quote', errors, request_id: 'r-1' }
  const { client } = await against([json(body, 400)])
  const refused = await client
    .post('/api/partner/v1/orders/buy', { body: { quote_id: 'x' }, idempotencyKey: 'one' })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PartnerProblem)
  expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', requestId: 'r-1', errors })
})

test('the page of a proxy is a problem too, and is not sent again', async () => {
  const { client, received } = await against([(response) => response.writeHead(502).end('<html>')])
  await expect(client.get('/api/partner/v1/balances')).rejects.toMatchObject({ status: 502, code: 'UNREADABLE' })
  expect(received).toHaveLength(1)
})
