import { type ComponentType, lazy } from 'react'
import { laterWords } from './load'

/**
 * A lazy component from a folder in `LATER`, or in another list with its own `words`. It renders after its texts have
 * loaded.
 */
export function lazyLater<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  words = laterWords,
) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), words()])
    return part
  })
}
