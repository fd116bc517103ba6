import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { MovementKind } from '../../api/exchangeTypes'
import { catalogueQuery } from '../../domain/queries'
import { draftFor, draftWith, exchangeDraft, unifiedDraft } from './draft'
import { type ExchangeStepId, landing, stepPage } from './flow'

/** Redirects to the first missing step, without a history entry. */
export function requireStep(id: ExchangeStepId): void {
  const target = landing(id, exchangeDraft.get())
  if (target !== id) throw redirect({ ...stepPage(target, exchangeDraft.get()), replace: true })
}

/** Redirects to the start unless the quote requires a verification. */
export function requireDemand(): void {
  const { attempt, quote, side } = exchangeDraft.get()
  const demanded = quote?.quote.requirements ?? []
  if (attempt || demanded.length === 0) throw redirect({ ...stepPage('start', { side }), replace: true })
}

const KINDS: Record<string, readonly MovementKind[]> = {
  exchange: ['BUY', 'SELL', 'SWAP'],
  deposit: ['DEPOSIT'],
  withdraw: ['WITHDRAW'],
  convert: ['CONVERT'],
}

/** Starts the draft of a page, unless there is one. Throws `notFound` for an unknown word. */
export function beginMovement(action: string): void {
  const kinds = KINDS[action]
  if (!kinds) throw notFound()
  const now = exchangeDraft.get()
  const next = draftFor(now, kinds)
  if (next !== now) exchangeDraft.set(() => next)
}

/** The parameters of a page: of the exchange, or of a path below /balances/. */
export type At = {
  params: { place?: string; currency?: string | undefined }
  context: { queries: QueryClient }
}

/** Opens a step of the unified pages. Throws `notFound` for an unknown word. */
export function beginUnified(step: string | undefined): void {
  if (step === 'requisites' || step === 'confirm') requireStep(step)
  else if (step === undefined) exchangeDraft.set(unifiedDraft)
  else throw notFound()
}

const OF_PROFILE = ['settings', 'spending']

/** Whether the path is a page without a draft. Only deposit details have a currency, and a profile has two pages. */
function isPlain(place: string, word: string | undefined): boolean {
  if (place.startsWith('prf_')) return word !== undefined && OF_PROFILE.includes(word)
  return word === undefined || place === 'details'
}

/**
 * Starts the draft of a page: an exchange, "deposit", or "deposit/BTC", which also selects the currency and redirects
 * to "deposit". An unknown currency throws `notFound`. Other pages have no draft.
 */
export async function beginAt({ params, context }: At): Promise<void> {
  const { place = 'exchange', currency: code } = params
  // The specification names the unified pages below /balances too.
  if (place === 'utransaction') throw redirect({ to: '/utransaction/{-$step}', params: { step: code }, replace: true })
  if (!Object.hasOwn(KINDS, place)) {
    if (isPlain(place, code)) return
    throw notFound()
  }
  beginMovement(place)
  if (code === undefined) return
  const { currencies } = await context.queries.ensureQueryData(catalogueQuery)
  const currency = currencies.find((one) => one.code === code)?.code
  if (!currency) throw notFound()
  exchangeDraft.set((now) => draftWith(now, currency))
  throw redirect({ ...stepPage('start', exchangeDraft.get()), replace: true })
}
