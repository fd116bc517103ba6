/** How long to wait for the published key. Without it, a receipt is checked with the key that it contains. */
const WAIT_MS = 4000

/** The public key of this platform's transparency log. Returns `undefined` if the site cannot be reached. */
export async function publishedLogKey(): Promise<string | undefined> {
  try {
    const answer = await fetch('/.well-known/agio/key', { signal: AbortSignal.timeout(WAIT_MS) })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}
