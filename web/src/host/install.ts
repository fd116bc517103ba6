import { useSyncExternalStore } from 'react'

/** Chromium's event, which TypeScript does not know: the app can be installed, and the page may ask once. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const DECLINED = 'agio.install.declined'

let offered: InstallPrompt | undefined
const listeners = new Set<() => void>()

function publish(next: InstallPrompt | undefined): void {
  offered = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install the app, so that the page makes it at a quiet place. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    publish(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => publish(undefined))
}

const isDeclined = (): boolean => {
  try {
    return localStorage.getItem(DECLINED) !== null
  } catch {
    return false
  }
}

/** Hides the offer in this browser for good. */
export function declineInstall(): void {
  try {
    localStorage.setItem(DECLINED, '1')
  } catch {
    // Without storage the offer returns with the next page load.
  }
  publish(undefined)
}

/** Opens the browser's own question. The event serves only once. */
export async function install(): Promise<void> {
  const prompt = offered
  publish(undefined)
  await prompt?.prompt()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the browser offers to install the app, and the customer has not declined. */
export const useInstallable = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => offered !== undefined && !isDeclined(),
    () => false,
  )
