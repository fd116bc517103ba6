/*
 * <Drawer open onOpenChange title search dirty>content</Drawer>
 * From the bottom on phones, from the right on desktops; closes by swipe, Escape, backdrop and browser back.
 * `search` stays above the scrolling content. `dirty` asks before throwing a half-filled form away.
 * The panel's code is fetched on the first opening.
 */
import { lazy, type ReactNode, type RefObject, Suspense } from 'react'
import { useOpener } from './useOpener'
import { useUsed } from './useUsed'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  search?: ReactNode
  dirty?: boolean
  children: ReactNode
}

/** What the panel gets besides: where the focus came from. */
export type DrawerPanelProps = DrawerProps & { opener: RefObject<HTMLElement | null> }

const Panel = lazy(() => import('./DrawerPanel'))

export function Drawer(props: DrawerProps) {
  const opener = useOpener(props.open)
  return (
    <Suspense fallback={null}>
      <DrawerGate {...props} opener={opener} />
    </Suspense>
  )
}

// Mounted from the first opening on, so that the closing motion can play.
function DrawerGate(props: DrawerPanelProps) {
  const used = useUsed(props.open)
  return used ? <Panel {...props} /> : null
}
