import { notFound, redirect } from '@tanstack/react-router'
import { exchangeDraft } from '../features/exchange/draft'
import { verifyLanding, verifyPlace } from '../domain/verification'

/** Redirects from a verification page if the flow does not require any of its steps. */
export function requireDemand(flow: string, rest: string): void {
  const place = verifyPlace(rest)
  if (!place) throw notFound()
  const { attempt, quote } = exchangeDraft.get()
  // An order with an unknown result cannot be changed, so it requires nothing.
  const landing = verifyLanding(flow, place, attempt ? [] : (quote?.quote.requirements ?? []))
  if ('to' in landing) throw redirect({ ...landing, replace: true })
}
