/*
 * <Drawer open onOpenChange title search dirty>content</Drawer>
 * From the bottom on phones, from the right on desktops; closes by swipe, Escape, backdrop and browser back.
 * `search` stays above the scrolling content. `dirty` asks before throwing a half-filled form away.
 * The panel's code is fetched on the first opening.
 */
import { lazy, type ReactNode, Suspense } from 'react'
import { useUsed } from './useUsed'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  search?: ReactNode
  dirty?: boolean
  children: ReactNode
}

const Panel = lazy(() => import('./DrawerPanel'))

export function Drawer(props: DrawerProps) {
  return (
    <Suspense fallback={null}>
      <DrawerGate {...props} />
    </Suspense>
  )
}

// Mounted from the first opening on, so that the closing motion can play.
function DrawerGate(props: DrawerProps) {
  const used = useUsed(props.open)
  return used ? <Panel {...props} /> : null
}
