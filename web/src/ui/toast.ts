/**
 * Toasts: only for something that finished elsewhere or off the screen, never for validation or for money that moved.
 * Our own small implementation, because packages inject a style tag, which the content security policy refuses.
 */
export type Toast = { id: number; tone: 'ok' | 'bad' | 'wait' | 'plain'; text: string }

// Specification, "The error catalogue".
const SHOWN_MS = { ok: 5000, bad: 5000, plain: 5000, wait: 7000 }
const MOST = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function dismiss(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

/** `notify` has the kinds of toasts. What the app does by itself is shown for one second (notifyInternal.ts). */
export function show(tone: Toast['tone'], text: string, ms = SHOWN_MS[tone]): void {
  lastId += 1
  const id = lastId
  publish([...toasts, { id, tone, text }].slice(-MOST))
  setTimeout(() => dismiss(id), ms)
}

export const notify = {
  success: (text: string) => show('ok', text),
  info: (text: string) => show('plain', text),
  warning: (text: string) => show('wait', text),
  /** The text of an error, prefixed with the request id for support (specification, "The error catalogue"). */
  failed: async (error: unknown) => {
    const { failureText } = await import('../api/problemText')
    show('bad', failureText(error))
  },
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  current: () => toasts,
}
