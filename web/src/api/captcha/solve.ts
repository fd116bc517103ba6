import { type Puzzle, readPuzzle, search } from './puzzle'

/** Numbers tried before the page is let draw and listen again: some milliseconds of a phone. */
const AT_ONCE = 1_000

/** The headers that show the work which a refusal asks for; nothing for what we cannot solve. */
export async function solution(said: unknown): Promise<Record<string, string> | undefined> {
  const puzzle = readPuzzle(said)
  if (!puzzle) return undefined
  const number = await besideThePage(puzzle).catch(() => inThePage(puzzle))
  if (number === undefined) return undefined
  return { 'RECAPTCHA-ACTION': puzzle.action, 'RECAPTCHA-TOKEN': `${puzzle.token}.${number}` }
}

const besideThePage = async (puzzle: Puzzle) => (await import('./inWorker')).searchInWorker(puzzle)

/** For browsers that are kept from starting workers: bit by bit, so that the page stays alive meanwhile. */
export async function inThePage(puzzle: Puzzle): Promise<number | undefined> {
  for (let from = 0; from < puzzle.numbers; from += AT_ONCE) {
    const number = search(puzzle, from, Math.min(from + AT_ONCE, puzzle.numbers))
    if (number !== undefined) return number
    await nextTurn()
  }
  return undefined
}

/** A timer waits for at least four milliseconds, and in a page that is not seen for a second; a message does not. */
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
