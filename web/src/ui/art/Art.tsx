/*
 * <Art of="wallet" /> — a small line drawing for an empty or finished state. Decorative: the text beside it has the
 * meaning. The drawings load after the first paint; until then, and if they cannot be loaded, their place stays empty.
 */
import { type ComponentType, useEffect, useState } from 'react'
import type { ArtName } from './names'

type Drawing = ComponentType<{ of: ArtName }>

let loaded: Drawing | undefined

export function Art({ of }: { of: ArtName }) {
  const [Shown, setShown] = useState<Drawing | undefined>(() => loaded)
  useEffect(() => {
    if (loaded) return
    let isGone = false
    import('./Drawing').then(
      (part) => {
        loaded = part.Drawing
        if (!isGone) setShown(() => part.Drawing)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return (
    <span aria-hidden="true" className="block size-[92px]">
      {Shown ? <Shown of={of} /> : null}
    </span>
  )
}
