import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A payment orchestrator with Hyperswitch's documented format, whose cards are always good. */
export type Orchestrator = {
  url: string
  key: string
  webhookKey: string
  /** The cardholder disputes the only payment: the webhook about it, with its signature. */
  dispute: () => { body: string; signature: string }
  stop: () => Promise<void>
}

type Json = Record<string, unknown>

const KEY = 'snd_the-secret-api-key'
const WEBHOOK_KEY = 'the payment response hash key'

export async function startOrchestrator(): Promise<Orchestrator> {
  const objects = new Map<string, Json>()
  const cards = new Set<string>()
  const server = createServer((request, response) => {
    const answer = (status: number, body: Json) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const refuse = (status: number, code: string) => answer(status, { error: { type: 'invalid_request', code } })
    if (request.headers['api-key'] !== KEY) return refuse(401, 'IR_01')
    const path = new URL(request.url ?? '', 'http://here').pathname.replace(/^\/api\//, '')
    void read(request).then((body) => {
      const [collection = '', id = '', more] = path.split('/')
      if (request.method === 'GET' && more === 'payment_methods') {
        if (!cards.has(id)) return refuse(404, 'HE_02')
        const entry = { payment_token: `token_${id}`, payment_method: 'card', payment_method_id: 'pm_1' }
        return answer(200, { customer_payment_methods: [entry], is_guest_customer: false })
      }
      if (request.method === 'GET') {
        const found = objects.get(id)
        return found ? answer(200, found) : refuse(404, 'HE_02')
      }
      if (collection === 'customers') return answer(200, { customer_id: body.customer_id })
      if (collection === 'payment_methods') {
        cards.add(String(body.customer_id))
        return answer(200, { payment_method_id: 'pm_1', customer_id: body.customer_id })
      }
      const own = { ...body, status: 'succeeded', created: '2024-01-01T00:00:00.000Z' }
      objects.set(String(body.payment_id), own)
      return answer(200, own)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api`,
    key: KEY,
    webhookKey: WEBHOOK_KEY,
    dispute: () => {
      const payment = [...objects.values()].find(({ status }) => status === 'succeeded')
      const id = `dp_${String(payment?.payment_id)}`
      const dispute = {
        dispute_id: id,
        payment_id: payment?.payment_id,
        amount: String(payment?.amount),
        currency: payment?.currency,
        dispute_stage: 'dispute',
        dispute_status: 'dispute_opened',
        connector_reason: 'fraudulent',
        challenge_required_by: '2099-05-01T12:00:00.000Z',
      }
      objects.set(id, dispute)
      const content = { type: 'dispute_details', object: dispute }
      const body = JSON.stringify({ merchant_id: 'm', event_id: 'evt', event_type: 'dispute_opened', content })
      return { body, signature: createHmac('sha512', WEBHOOK_KEY).update(body).digest('hex') }
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function read(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text ? (JSON.parse(text) as Json) : {}
}
