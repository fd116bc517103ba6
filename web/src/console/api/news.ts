import type { Act } from './queries'

/**
 * Whether what was asked for under `queryKey` is old after an act. Each asking for a customer is written down as a look at
 * them: only an act that is done changes what their page says, and one that waits for a second operator does not.
 */
export function isNews(act: Pick<Act, 'state'>, queryKey: readonly unknown[]): boolean {
  return act.state === 'done' || queryKey[0] !== 'customer'
}
