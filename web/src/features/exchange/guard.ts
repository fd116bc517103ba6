import { redirect } from '@tanstack/react-router'
import { exchangeDraft } from './draft'
import { type ExchangeStepId, landing, STEP_PATH } from './flow'

/** Sends the browser to the first step still missing, without a place in its history. */
export function requireStep(id: ExchangeStepId): void {
  const target = landing(id, exchangeDraft.get())
  if (target !== id) throw redirect({ to: STEP_PATH[target], replace: true })
}

/** Sends the browser to the start unless the price that is being confirmed demands something of the person. */
export function requireDemand(): void {
  const { attempt, quote } = exchangeDraft.get()
  const demanded = quote?.quote.requirements ?? []
  if (attempt || demanded.length === 0) throw redirect({ to: STEP_PATH.start, replace: true })
}
