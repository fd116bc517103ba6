import { redirect } from '@tanstack/react-router'
import type { MovementKind } from '../../api/exchangeTypes'
import { draftFor, exchangeDraft } from './draft'
import { type ExchangeStepId, landing, stepPath } from './flow'

/** Sends the browser to the first step still missing, without a place in its history. */
export function requireStep(id: ExchangeStepId): void {
  const target = landing(id, exchangeDraft.get())
  if (target !== id) throw redirect({ to: stepPath(target, exchangeDraft.get()), replace: true })
}

/** Sends the browser to the start unless the price that is being confirmed demands something of the person. */
export function requireDemand(): void {
  const { attempt, quote, side } = exchangeDraft.get()
  const demanded = quote?.quote.requirements ?? []
  if (attempt || demanded.length === 0) throw redirect({ to: stepPath('start', { side }), replace: true })
}

/** Begins a draft of the first of these kinds, unless there is one of any of them. */
export function beginMovement(kinds: readonly MovementKind[]): void {
  const now = exchangeDraft.get()
  const next = draftFor(now, kinds)
  if (next !== now) exchangeDraft.set(() => next)
}
