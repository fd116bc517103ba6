import type { ApiError } from './problem'

/** What a refused request asks the person to confirm; `shown` is the server's own reading of it. */
export type StepUp = { id: string; purpose: string; shown: Record<string, unknown> }

type Ask = (stepUp: StepUp) => Promise<string | undefined>

// The shell puts its dialog here, so that this file knows nothing of it.
let ask: Ask = async () => undefined

export function onStepUp(next: Ask): () => void {
  ask = next
  return () => {
    ask = async () => undefined
  }
}

/** The token that confirms a refused request, if that is what it was refused for and the person confirms it. */
export async function confirmed(problem: ApiError): Promise<string | undefined> {
  const { challenge_id: id, purpose, shown } = problem.meta
  if (problem.code !== 'AUTH_2FA_REQUIRED' || typeof id !== 'string') return undefined
  return ask({ id, purpose: String(purpose), shown: (shown ?? {}) as Record<string, unknown> })
}
