import { type ComponentType, lazy } from 'react'
import { laterWords } from './load'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

const withWords =
  <Props extends object>(load: Load<Props>, words: () => Promise<void>): Load<Props> =>
  async () => {
    const [part] = await Promise.all([load(), words()])
    return part
  }

/**
 * A lazy component from a folder in `LATER`, or in another list with its own `words`. It renders after its texts have
 * loaded.
 */
export function lazyLater<Props extends object>(load: Load<Props>, words = laterWords) {
  return lazy(withWords(load, words))
}

/** The same for an optional part of a page: see `untilLoaded`. A prerendered page leaves it out. */
export function lazyPart<Props extends object>(load: Load<Props>, words = laterWords): ComponentType<Props> {
  if (import.meta.env.SSR) return () => null
  return lazy(() => untilLoaded(withWords(load, words)))
}

/** Loads a part of a page. If its file cannot be loaded, the load is repeated when the browser is online. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((come) => addEventListener('online', come, { once: true }))
    }
  }
}
