import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notify } from '../../ui/toast'
import { shift, toggle } from './order'
import { type SpendingOrder, spendingQuery } from './queries'
import { changeSpending, saverOf } from './useSpending'

vi.mock('../../ui/toast', () => ({ notify: { failed: vi.fn() } }))

const KEPT: SpendingOrder = [
  { currency: 'EUR', enabled: true },
  { currency: 'PLN', enabled: true },
  { currency: 'BTC', enabled: false },
]
const { queryKey } = spendingQuery

type Sent = { order: SpendingOrder; answer: (status: number, order?: SpendingOrder) => void }

/** A page with the order as the server has it, and the changes that it has sent so far. */
function page() {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { balances } = (await request.json()) as { balances: SpendingOrder }
    return new Promise<Response>((come) => {
      const body = (order: SpendingOrder) => JSON.stringify({ balances: order })
      const answer: Sent['answer'] = (status, order = balances) => come(new Response(body(order), { status }))
      sent.push({ order: balances, answer })
    })
  })
  const queries = new QueryClient()
  queries.setQueryData(queryKey, KEPT)
  const saver = saverOf(queries)
  return {
    sent,
    queries,
    shown: () => saver.wanted() ?? queries.getQueryData(queryKey),
    isSaved: () => saver.wanted() === undefined,
  }
}

const codes = (order: SpendingOrder | undefined) => order?.map(({ currency }) => currency)

beforeEach(() => {
  vi.mocked(notify.failed).mockClear()
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('location', { origin: 'http://agio.test' })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

it('shows a change at once and sends the whole order', async () => {
  const { sent, queries, shown, isSaved } = page()
  changeSpending(queries, (order) => shift(order, 'BTC', -1))
  expect(codes(shown())).toEqual(['EUR', 'BTC', 'PLN'])
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(codes(sent[0]?.order)).toEqual(['EUR', 'BTC', 'PLN'])
  const more: SpendingOrder = [...(sent[0]?.order ?? []), { currency: 'LTC', enabled: false }]
  sent[0]?.answer(200, more)
  await vi.waitFor(() => expect(isSaved()).toBe(true))
  expect(shown(), 'as the server reads it').toEqual(more)
})

it('sends one change at a time, and of those that wait only the last', async () => {
  const { sent, queries, shown, isSaved } = page()
  changeSpending(queries, (order) => shift(order, 'BTC', -1))
  changeSpending(queries, (order) => shift(order, 'BTC', -1))
  changeSpending(queries, (order) => toggle(order, 'BTC', true))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.answer(200)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.order).toEqual([{ currency: 'BTC', enabled: true }, KEPT[0], KEPT[1]])
  expect(shown()).toEqual(sent[1]?.order)
  sent[1]?.answer(200)
  await vi.waitFor(() => expect(isSaved()).toBe(true))
  expect(shown()).toEqual(sent[1]?.order)
})

it('goes back to what the server has when the last change was not kept', async () => {
  const { sent, queries, shown, isSaved } = page()
  changeSpending(queries, (order) => toggle(order, 'BTC', true))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.answer(503)
  await vi.waitFor(() => expect(isSaved()).toBe(true))
  expect(shown()).toEqual(KEPT)
  expect(notify.failed).toHaveBeenCalledOnce()
  expect(queries.getQueryState(queryKey)?.isInvalidated, 'asked again: it may have been kept').toBe(true)
})

it('saves a later change although the one before was not kept', async () => {
  const { sent, queries, shown, isSaved } = page()
  changeSpending(queries, (order) => toggle(order, 'BTC', true))
  changeSpending(queries, (order) => shift(order, 'PLN', -1))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.answer(503)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  sent[1]?.answer(200)
  await vi.waitFor(() => expect(isSaved()).toBe(true))
  expect(notify.failed).not.toHaveBeenCalled()
  expect(shown()).toEqual([KEPT[1], KEPT[0], { currency: 'BTC', enabled: true }])
})

it('saves nothing where nothing is different', () => {
  const { queries, isSaved } = page()
  changeSpending(queries, (order) => shift(order, 'EUR', -1))
  expect(isSaved()).toBe(true)
})
