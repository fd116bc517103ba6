import type { SyntheticEvent } from 'react'

/** Specification, "Screens and routes": a drawer closes by a swipe past 10% of its size. */
const SHARE = 0.1

type ShortSwipe = Record<
  'onPointerUpCapture' | 'onTouchEndCapture',
  (event: SyntheticEvent<HTMLElement, Event>) => void
>

/**
 * Closes a drawer by a short swipe, in addition to base-ui, which closes it by a quick swipe or past half of its size.
 * Reads the distance that base-ui has moved the popup, before base-ui resets it on release.
 */
export function shortSwipe(sideways: boolean, onClose: () => void): ShortSwipe {
  const release = ({ currentTarget }: SyntheticEvent<HTMLElement, Event>) => {
    const moved = Number.parseFloat(
      currentTarget.style.getPropertyValue(`--drawer-swipe-movement-${sideways ? 'x' : 'y'}`),
    )
    const size = sideways ? currentTarget.offsetWidth : currentTarget.offsetHeight
    if (moved > size * SHARE) onClose()
  }
  return { onPointerUpCapture: release, onTouchEndCapture: release }
}
