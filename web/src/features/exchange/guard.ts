import { redirect } from '@tanstack/react-router'
import { exchangeDraft } from './draft'
import { type ExchangeStepId, landing, STEP_PATH } from './flow'

/** Sends the browser to the first step still missing, without a place in its history. */
export function requireStep(id: ExchangeStepId): void {
  const target = landing(id, exchangeDraft.get())
  if (target !== id) throw redirect({ to: STEP_PATH[target], replace: true })
}
