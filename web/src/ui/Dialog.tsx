/*
 * <Dialog open onClose title>body and buttons</Dialog> — a question that must be answered before going on.
 * Focus goes in and comes back; Escape and the backdrop close it. Its code is fetched on the first opening.
 */
import { lazy, type ReactNode, Suspense } from 'react'
import { useUsed } from './useUsed'

export type DialogProps = { open: boolean; onClose: () => void; title: ReactNode; children: ReactNode }

const Panel = lazy(() => import('./DialogPanel'))

export function Dialog(props: DialogProps) {
  const used = useUsed(props.open)
  return <Suspense fallback={null}>{used ? <Panel {...props} /> : null}</Suspense>
}
