import { type Puzzle, readPuzzle, search } from './puzzle'

/** Numbers tried before the page may render and handle input again: a few milliseconds on a phone. */
const AT_ONCE = 1_000

/** The headers that carry the solution of a refusal's puzzle. Returns `undefined` if the puzzle cannot be solved. */
export async function solution(said: unknown): Promise<Record<string, string> | undefined> {
  const puzzle = readPuzzle(said)
  if (!puzzle) return undefined
  const number = await besideThePage(puzzle).catch(() => inThePage(puzzle))
  if (number === undefined) return undefined
  return { 'RECAPTCHA-ACTION': puzzle.action, 'RECAPTCHA-TOKEN': `${puzzle.token}.${number}` }
}

const besideThePage = async (puzzle: Puzzle) => (await import('./inWorker')).searchInWorker(puzzle)

/** Fallback without a worker: yields to the event loop between batches, so that the page stays responsive. */
export async function inThePage(puzzle: Puzzle): Promise<number | undefined> {
  for (let from = 0; from < puzzle.numbers; from += AT_ONCE) {
    const number = search(puzzle, from, Math.min(from + AT_ONCE, puzzle.numbers))
    if (number !== undefined) return number
    await nextTurn()
  }
  return undefined
}

/** A message instead of a timer: browsers delay nested timers by at least 4 ms, and by a second in a hidden tab. */
function nextTurn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      done()
    }
    port2.postMessage(undefined)
  })
}
