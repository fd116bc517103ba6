import { type Puzzle, search } from './puzzle'

/** Runs in a worker, so that the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => postMessage(search(data, 0, data.numbers)))
