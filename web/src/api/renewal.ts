/**
 * The timeout of a token renewal. All tabs wait for it. The server accepts the same refresh token again for one minute.
 */
export const RENEWAL_MS = 10_000

/** Takes the lock that all tabs share, so that two tabs never use one refresh token at the same time. */
export async function exclusively<T>(task: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('agio.renew', task) : task()
}
