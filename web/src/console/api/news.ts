import { isApiError } from '../../api/problem'
import type { Act } from './queries'

/**
 * Whether what was asked for under `queryKey` is old after an act. Each asking for a customer is written down as a look at
 * them, and so is each for a movement: only an act that is done changes what their page says, and one that waits for a second operator does not.
 */
export function isNews(act: Pick<Act, 'state'>, queryKey: readonly unknown[]): boolean {
  return act.state === 'done' || !isLook(queryKey)
}

/** Whether asking under `queryKey` is written down as a look at a customer or a movement. */
export const isLook = (queryKey: readonly unknown[]): boolean =>
  queryKey[0] === 'customer' || queryKey[0] === 'movement'

/** Whether an act was refused because what it was about has changed: somebody else answered it, or it has ended. */
export function hasMoved(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 409)
}

/** What waits for operators is looked at this often while somebody looks at the page, and at once when they come back to it. */
const LOOK_MS = 15_000
/** A service that does not answer is asked less often. */
const LOOK_FAILED_MS = 60_000

export const lookMs = ({ state }: { state: { error: unknown } }) => (state.error ? LOOK_FAILED_MS : LOOK_MS)
