import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The card that asks for 3-D Secure. */
export const CHALLENGED = '4000 0000 0000 3220'

/** A payment orchestrator with Hyperswitch's documented format. Its cards are good, and one asks for 3-D Secure. */
export type Orchestrator = {
  url: string
  key: string
  publishableKey: string
  webhookKey: string
  /** The wallets that paid, by the orchestrator's name of the payment method. */
  paidByWallet: () => unknown[]
  /** The cardholder disputes the only payment: the webhook about it, with its signature. */
  dispute: () => { body: string; signature: string }
  stop: () => Promise<void>
}

type Json = Record<string, unknown>

const KEY = 'snd_the-secret-api-key'
const PUBLISHABLE_KEY = 'pk_snd_the-publishable-key'
const WEBHOOK_KEY = 'the payment response hash key'

/** The session of Google Pay for a payment, as the orchestrator documents it. */
const SESSIONS = [
  {
    wallet_name: 'google_pay',
    connector: 'stripe',
    delayed_session_token: false,
    merchant_info: { merchant_id: 'BCR2DN4T', merchant_name: 'East Exchange' },
    allowed_payment_methods: [
      {
        type: 'CARD',
        parameters: { allowed_auth_methods: ['PAN_ONLY'], allowed_card_networks: ['VISA', 'MASTERCARD'] },
        tokenization_specification: { type: 'PAYMENT_GATEWAY', parameters: { gateway: 'stripe' } },
      },
    ],
  },
]

/** `site` is the tenant's address: its customers come back to it from 3-D Secure, and webhooks go to it. */
export async function startOrchestrator(site = ''): Promise<Orchestrator> {
  const objects = new Map<string, Json>()
  const cards = new Map<string, string>()
  const server = createServer((request, response) => {
    const answer = (status: number, body: Json) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const refuse = (status: number, code: string) => answer(status, { error: { type: 'invalid_request', code } })
    const path = new URL(request.url ?? '', 'http://here').pathname.replace(/^\/api\//, '')
    if (path.startsWith('/redirect/')) {
      return confirmAtBank(request, response, objects.get(path.replace('/redirect/', '')) ?? {}, site)
    }
    const isOfClients = path === 'payments/session_tokens'
    if (request.headers['api-key'] !== (isOfClients ? PUBLISHABLE_KEY : KEY)) return refuse(401, 'IR_01')
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
      if (isOfClients) return answer(200, { payment_id: body.payment_id, session_token: SESSIONS })
      if (collection === 'customers') return answer(200, { customer_id: body.customer_id })
      if (collection === 'payment_methods') {
        cards.set(String(body.customer_id), String((body.card as Json).card_number))
        return answer(200, { payment_method_id: 'pm_1', customer_id: body.customer_id })
      }
      if (body.confirm === false) {
        const known = objects.has(String(body.payment_id))
        const own = { ...body, status: 'requires_payment_method', client_secret: 'secret_1' }
        if (!known) objects.set(String(body.payment_id), own)
        return known ? refuse(400, 'HE_01') : answer(200, own)
      }
      const isAsked = cards.get(String(body.customer_id)) === CHALLENGED.replaceAll(' ', '')
      const page = `http://${request.headers.host}/redirect/${String(body.payment_id)}`
      const own = {
        ...body,
        status: isAsked ? 'requires_customer_action' : 'succeeded',
        created: '2024-01-01T00:00:00.000Z',
        next_action: isAsked ? { type: 'redirect_to_url', redirect_to_url: page } : null,
      }
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
    publishableKey: PUBLISHABLE_KEY,
    webhookKey: WEBHOOK_KEY,
    paidByWallet: () =>
      [...objects.values()].filter((one) => one.payment_method === 'wallet').map((one) => one.payment_method_type),
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

/** The bank's page of 3-D Secure. Its button captures the payment, and brings the customer back. */
function confirmAtBank(request: IncomingMessage, response: ServerResponse, payment: Json, site: string): void {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Bank</title><form method="post"><button>Approve</button></form>')
    return
  }
  Object.assign(payment, { status: 'succeeded', next_action: null })
  const content = { type: 'payment_details', object: payment }
  const body = JSON.stringify({ merchant_id: 'm', event_id: 'evt', event_type: 'payment_succeeded', content })
  const signature = createHmac('sha512', WEBHOOK_KEY).update(body).digest('hex')
  const { host, port, origin } = new URL(site)
  const headers = { host, 'x-webhook-signature-512': signature, 'content-type': 'application/json' }
  // Node does not know the names below localhost.
  send({ host: '127.0.0.1', port, path: '/api/hooks/v1/cards', method: 'POST', headers }).end(body)
  // Links of a server leave out its port.
  const { pathname, search } = new URL(String(payment.return_url))
  response.writeHead(303, { location: `${origin}${pathname}${search}` })
  response.end()
}

async function read(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text ? (JSON.parse(text) as Json) : {}
}
