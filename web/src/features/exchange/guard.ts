import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { exchangeDraft } from './draft'
import { unifiedDraft } from './firstDraft'
import { type ExchangeStepId, landing, stepPage } from './flow'
import { beginMovement, isMovement } from './movement'
import { openPath } from './openPath'

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

/** The parameters of a page: of the exchange, or of a path below /balances/. */
export type At = {
  params: { place?: string; currency?: string | undefined; step?: string } & Partial<Record<'a' | 'b' | 'c', string>>
  context: { queries: QueryClient }
}

/** Opens a step of the unified pages. Throws `notFound` for an unknown word. */
export function beginUnified(step: string | undefined): void {
  if (step === 'requisites' || step === 'confirm') requireStep(step)
  else if (step === undefined) exchangeDraft.set(unifiedDraft)
  else throw notFound()
}

const OF_PROFILE = ['settings', 'spending']

/** The places with a second word: the currency of deposit details, a plan. */
const WITH_PARTS = ['details', 'plans']

/** Whether the path is a page without a draft. A profile has two pages. */
function isPlain(place: string, word: string | undefined): boolean {
  if (place.startsWith('prf_')) return word !== undefined && OF_PROFILE.includes(word)
  return word === undefined || WITH_PARTS.includes(place)
}

/**
 * Starts the draft of a page: an exchange, or a movement of a balance. Deeper addresses redirect to the page that they
 * name. Other pages have no draft.
 */
export async function beginAt({ params, context }: At): Promise<void> {
  const { place = 'exchange', currency: code, step, a, b, c } = params
  if (step) {
    const words = [place, code, step, a, b, c].filter((word) => word !== undefined)
    return openPath(words, context.queries)
  }
  // The specification names the unified pages below /balances too.
  if (place === 'utransaction') throw redirect({ to: '/utransaction/{-$step}', params: { step: code }, replace: true })
  if (code === undefined && isMovement(place)) return beginMovement(place)
  if (!isPlain(place, code)) await openPath([place, code ?? ''], context.queries)
}
