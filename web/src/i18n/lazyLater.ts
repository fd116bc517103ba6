import { type ComponentType, lazy } from 'react'
import { laterWords } from './load'

/** A part of a page whose folder is in `LATER`, or in another list with its own `words`: it is drawn when they have come too. */
export function lazyLater<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  words = laterWords,
) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), words()])
    return part
  })
}
