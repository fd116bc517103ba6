import { notFound, redirect } from '@tanstack/react-router'
import { exchangeDraft } from '../features/exchange/draft'
import { verifyLanding, verifyPlace } from '../flow/verification'

/** Lets nobody on to a page of verification from whom the flow demands nothing of it. */
export function requireDemand(flow: string, rest: string): void {
  const place = verifyPlace(rest)
  if (!place) throw notFound()
  const { attempt, quote } = exchangeDraft.get()
  // Of an order whose fate is unknown nothing can be changed, so nothing is demanded for it either.
  const landing = verifyLanding(flow, place, attempt ? [] : (quote?.quote.requirements ?? []))
  if ('to' in landing) throw redirect({ to: landing.to, replace: true })
}
