/** How long a key is waited for; without one a receipt is checked by the key that it names itself. */
const WAIT_MS = 4000

/** The public key of this site's log, or nothing while the site cannot be reached. */
export async function publishedLogKey(): Promise<string | undefined> {
  try {
    const answer = await fetch('/.well-known/agio/key', { signal: AbortSignal.timeout(WAIT_MS) })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}
