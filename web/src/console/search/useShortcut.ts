import { useEffect, useEffectEvent } from 'react'

const TYPING = 'input, textarea, select, [contenteditable]'

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Whether a key belongs to something else: a field that is typed into, or an open dialog. */
export const isTaken = ({ target }: KeyboardEvent): boolean =>
  hasDialog() || (target instanceof Element && target.closest(TYPING) !== null)

/** Calls `open` on `/`, and on Ctrl K or Cmd K also while typing. */
export function useShortcut(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey
    const isCommand = hasModifier && event.key.toLowerCase() === 'k' && !hasDialog()
    const isSlash = event.key === '/' && !hasModifier && !event.altKey && !isTaken(event)
    if (!isCommand && !isSlash) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
