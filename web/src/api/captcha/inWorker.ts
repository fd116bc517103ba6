import type { Puzzle } from './puzzle'
import address from './solver.worker?worker&url'

type Policy = { createScriptURL: (text: string) => string }
type Trusted = { createPolicy: (name: string, rules: Policy) => Policy }

// Browsers with Trusted Types start a worker only from a URL that a policy returns. The page's content security policy
// names this policy (crates/api/src/http/headers.rs). It returns one URL for any input, and it can be created only
// once.
const trusted = (globalThis as { trustedTypes?: Trusted }).trustedTypes
const policy = trusted?.createPolicy('worker', { createScriptURL: () => address })

/** Far longer than the slowest phone needs: a worker that has not answered by then has failed. */
const WORK_MS = 60_000

/** Solves the puzzle in a worker. Rejects if the browser has no workers or the worker's script fails to load. */
export function searchInWorker(puzzle: Puzzle): Promise<number | undefined> {
  const worker = new Worker(policy?.createScriptURL('') ?? address, { type: 'module' })
  const answer = new Promise<number | undefined>((found, failed) => {
    worker.onmessage = ({ data }: MessageEvent<number | undefined>) => found(data)
    worker.onerror = () => failed(new Error('the worker did not start'))
    setTimeout(() => failed(new Error('the worker did not answer')), WORK_MS)
    worker.postMessage(puzzle)
  })
  return answer.finally(() => worker.terminate())
}
