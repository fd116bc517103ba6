/*
 * <Dialog open onClose title>body and buttons</Dialog> — a question that must be answered before going on.
 * Focus goes in and comes back; Escape, the backdrop and browser back close it. Its code is fetched on the first opening.
 */
import { lazy, type ReactNode, type RefObject, Suspense } from 'react'
import { useOpener } from './useOpener'
import { useUsed } from './useUsed'

export type DialogProps = { open: boolean; onClose: () => void; title: ReactNode; children: ReactNode }

/** What the panel gets besides: where the focus came from. */
export type DialogPanelProps = DialogProps & { opener: RefObject<HTMLElement | null> }

const Panel = lazy(() => import('./DialogPanel'))

export function Dialog(props: DialogProps) {
  const used = useUsed(props.open)
  const opener = useOpener(props.open)
  return <Suspense fallback={null}>{used ? <Panel {...props} opener={opener} /> : null}</Suspense>
}
