import { type ComponentType, lazy } from 'react'
import { laterWords } from './load'

/** A part of a page whose folder is in `LATER`: it is drawn when its words have come too. */
export function lazyLater<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), laterWords()])
    return part
  })
}
