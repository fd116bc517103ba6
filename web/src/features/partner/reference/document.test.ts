import { expect, test } from 'vitest'
import whole from '../../../../openapi.partner.json'
import { addressOf, curlOf, type Document, fits, headersOf, type Operation, operationsOf } from './document'

const operations = operationsOf(whole as unknown as Document)
const named = (id: string) => operations.find((one) => one.id === id) as Operation

test('every operation says what it does, who may and what it answers', () => {
  expect(operations.length).toBeGreaterThan(20)
  for (const one of operations) {
    expect(one.summary, one.path).not.toBe('')
    expect(one.scopes.length, one.path).toBeGreaterThan(0)
    expect(one.answer, one.path).toBeDefined()
    if (one.body.length > 0) expect(one.example, `${one.path} has an example`).toBeDefined()
    for (const field of [...one.body, ...one.parameters]) expect(field.type, `${one.path} ${field.name}`).not.toBe('')
  }
})

test('a search finds operations by words of the path, the summary and the permission', () => {
  const found = (search: string) => operations.filter((one) => fits(one, search)).map(({ id }) => id)
  expect(found('POST quotes')).toEqual(['create_quote'])
  expect(found('wallet:withdrawals verify')).toContain('verify_payee')
  expect(found('no such thing')).toEqual([])
  expect(found('')).toHaveLength(operations.length)
})

test('a request has its parameters in the path, the query and the headers', () => {
  expect(addressOf(named('get_order'), { id: 'ord 1/2' })).toBe('/api/partner/v1/orders/ord%201%2F2')
  expect(addressOf(named('list_orders'), { limit: '5', cursor: ' ' })).toBe('/api/partner/v1/orders?limit=5')
  const headers = headersOf(named('buy'), { parameters: { 'Idempotency-Key': 'a' }, body: '{}' })
  expect(headers).toEqual({ 'Idempotency-Key': 'a', 'Content-Type': 'application/json' })
})

test('the command for a shell names no key and quotes what was entered', () => {
  const text = curlOf(named('create_quote'), 'https://bank.example', { parameters: {}, body: `{"a":"it's"}` })
  expect(text).toContain('-H "Api-Key: $KEY"')
  expect(text).toContain(String.raw`-d '{"a":"it'\''s"}'`)
  expect(curlOf(named('cancel'), '', { parameters: { id: '1' }, body: '' })).toContain('-X POST')
  expect(curlOf(named('balances'), '', { parameters: {}, body: '' })).not.toContain('-X')
})
