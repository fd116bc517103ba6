/*
 * <Dialog open onClose title wide>body and buttons</Dialog> — a modal question; `wide` is a choice that fills a phone and
 * has a close button.
 * It traps and restores focus; Escape, the backdrop and browser back close it. Its code loads on first use.
 */
import { lazy, type ReactNode, type RefObject, Suspense } from 'react'
import { useOpener } from './useOpener'
import { useUsed } from './useUsed'

export type DialogProps = { open: boolean; onClose: () => void; title: ReactNode; wide?: boolean; children: ReactNode }

/** The additional props of the panel: the element to return the focus to. */
export type DialogPanelProps = DialogProps & { opener: RefObject<HTMLElement | null> }

const Panel = lazy(() => import('./DialogPanel'))

export function Dialog(props: DialogProps) {
  const used = useUsed(props.open)
  const opener = useOpener(props.open)
  return <Suspense fallback={null}>{used ? <Panel {...props} opener={opener} /> : null}</Suspense>
}
