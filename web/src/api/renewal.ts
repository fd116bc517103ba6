/** All tabs wait while one renews: a renewal that hangs is given up. The server accepts the same token again for a minute. */
export const RENEWAL_MS = 10_000

/** Another tab renews with the same cookie; the lock keeps the two from using one refresh token at once. */
export async function exclusively<T>(task: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('agio.renew', task) : task()
}
