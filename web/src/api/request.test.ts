import { beforeEach, describe, expect, it, vi } from 'vitest'
import { requestOf } from './request'

describe('a call as a request', () => {
  beforeEach(() => {
    vi.stubGlobal('location', { origin: 'https://agio.test' })
  })

  it('fills the path, and lets no value break out of its place', () => {
    const path = (id: string) => requestOf('GET', '/transactions/{id}/cancel', { params: { path: { id } } }).url
    expect(path('ord_1')).toBe('https://agio.test/transactions/ord_1/cancel')
    expect(path('../user?x=1')).toBe('https://agio.test/transactions/..%2Fuser%3Fx%3D1/cancel')
  })

  it('repeats the name of a list and leaves out what is not there', () => {
    const query = { status: ['NEW', 'WAIT'], limit: 20, cursor: undefined, from: null }
    expect(requestOf('GET', '/transactions', { params: { query } }).url).toBe(
      'https://agio.test/transactions?status=NEW&status=WAIT&limit=20',
    )
  })

  it('sends a body as JSON, headers as given, and neither when there is none', async () => {
    const full = requestOf('POST', '/orders', { params: { header: { 'Idempotency-Key': 'k1' } }, body: { a: '1.50' } })
    expect(full.headers.get('idempotency-key')).toBe('k1')
    expect(full.headers.get('content-type')).toBe('application/json')
    expect(await full.json()).toEqual({ a: '1.50' })
    const bare = requestOf('POST', '/logout', {})
    expect(bare.headers.get('content-type')).toBeNull()
    expect(await bare.text()).toBe('')
  })

  it('is given up with its signal', () => {
    const controller = new AbortController()
    const request = requestOf('GET', '/balances', { signal: controller.signal })
    controller.abort()
    expect(request.signal.aborted).toBe(true)
  })
})
