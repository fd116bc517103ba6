import type { ApiError } from './problem'

/** A refused request that the customer must confirm. `shown` describes the request in the server's words. */
export type StepUp = { id: string; purpose: string; shown: Record<string, unknown> }

type Ask = (stepUp: StepUp) => Promise<string | undefined>

// The shell registers its dialog here, so that this file does not depend on the shell.
let ask: Ask = async () => undefined

export function onStepUp(next: Ask): () => void {
  ask = next
  return () => {
    ask = async () => undefined
  }
}

/**
 * Asks the customer to confirm if the server refused for that reason. Returns the confirmation token, or `undefined`.
 */
export async function confirmed(problem: ApiError): Promise<string | undefined> {
  const { challenge_id: id, purpose, shown } = problem.meta
  if (problem.code !== 'AUTH_2FA_REQUIRED' || typeof id !== 'string') return undefined
  return ask({ id, purpose: String(purpose), shown: (shown ?? {}) as Record<string, unknown> })
}
