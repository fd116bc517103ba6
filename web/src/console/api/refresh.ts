import { isApiError } from '../../api/problem'
import type { Act } from './queries'

/**
 * Whether an operator action invalidates `queryKey`. Reads of a customer or a movement are audited, so they are
 * repeated only after a completed action, not after one that waits for a second operator.
 */
export function invalidates(act: Pick<Act, 'state'>, queryKey: readonly unknown[]): boolean {
  return act.state === 'done' || !isAuditedRead(queryKey)
}

/** Whether the audit log records reads with `queryKey`: those of a customer or a movement. */
export const isAuditedRead = (queryKey: readonly unknown[]): boolean =>
  queryKey[0] === 'customer' || queryKey[0] === 'movement'

/** Whether an action was refused because its subject has changed: another operator decided, or it has ended. */
export function hasMoved(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 409)
}

/** How often queues are polled while the page is visible. A return to the page also refetches. */
const POLL_MS = 15_000
/** The interval while the server does not respond. */
const POLL_FAILED_MS = 60_000

export const pollMs = ({ state }: { state: { error: unknown } }) => (state.error ? POLL_FAILED_MS : POLL_MS)
