import { type Puzzle, search } from './puzzle'

/** Beside the page, so that it stays as quick as it was. */
addEventListener('message', ({ data }: MessageEvent<Puzzle>) => postMessage(search(data, 0, data.numbers)))
