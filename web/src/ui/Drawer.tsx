/*
 * <Drawer open onOpenChange title search dirty>content</Drawer>
 * From the bottom on phones, from the right on desktops; closes by swipe, Escape, backdrop and browser back.
 * `search` stays above the scrolling content. `dirty` asks before discarding input.
 * The panel's code loads on first use.
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

/** The additional props of the panel: the element to return the focus to. */
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

// Stays mounted after the first use, so that the closing animation can run.
function DrawerGate(props: DrawerPanelProps) {
  const used = useUsed(props.open)
  return used ? <Panel {...props} /> : null
}
