import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveSettings } from './saveSettings'
import { settingsQuery } from './settings'

const KEPT = { language: 'pl', theme: 'dark', main_currency: 'EUR', hide_small_balances: false } as const

function page(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  const queries = new QueryClient()
  queries.setQueryData(settingsQuery.queryKey, KEPT)
  queries.setQueryData(['balances'], [])
  return queries
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('location', { origin: 'http://agio.test' })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

it('goes back to the setting that the server keeps when it did not take the new one', async () => {
  const queries = page(() => new Response(null, { status: 503 }))
  const saved = saveSettings(queries, { hide_small_balances: true })
  expect(queries.getQueryData(settingsQuery.queryKey)).toMatchObject({ hide_small_balances: true })
  await expect(saved).rejects.toMatchObject({ status: 503 })
  expect(queries.getQueryData(settingsQuery.queryKey)).toEqual(KEPT)
})

it('asks for the balances again in another main currency, and only then', async () => {
  const queries = page(() => new Response(null, { status: 204 }))
  await saveSettings(queries, { theme: 'light' })
  expect(queries.getQueryState(['balances'])?.isInvalidated).toBe(false)
  await saveSettings(queries, { main_currency: 'PLN' })
  expect(queries.getQueryState(['balances'])?.isInvalidated).toBe(true)
})
