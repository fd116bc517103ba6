import type { Puzzle } from './puzzle'
import address from './solver.worker?worker&url'

type Policy = { createScriptURL: (text: string) => string }
type Trusted = { createPolicy: (name: string, rules: Policy) => Policy }

// Browsers with Trusted Types start a worker from an address that a policy has given: this one, which the page's own policy names
// (crates/api/src/http/headers.rs), and which gives one address whatever it is asked for. It can be made once.
const trusted = (globalThis as { trustedTypes?: Trusted }).trustedTypes
const policy = trusted?.createPolicy('worker', { createScriptURL: () => address })

/** Far more than the slowest phone takes: what has not answered by then never will. */
const WORK_MS = 60_000

/** The number that solves the puzzle. Fails where there are no workers, or its script does not come. */
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
