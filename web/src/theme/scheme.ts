/** Light, dark, or the system's scheme. theme-init.js applies the stored choice before the first paint. */
export type SchemeChoice = 'system' | 'light' | 'dark'

const KEY = 'agio.theme'

const listeners = new Set<() => void>()

/** Subscribes to every choice, including one read from the server. */
export function onScheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function storedScheme(): SchemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** The scheme of the host application, if it reports one. It replaces the system's scheme. */
let around: 'light' | 'dark' | undefined

export function hostScheme(scheme: 'light' | 'dark' | undefined): void {
  around = scheme
  applyScheme(storedScheme())
}

export function applyScheme(choice: SchemeChoice): void {
  const system = around ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  const dark = (choice === 'system' ? system : choice) === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

export function chooseScheme(choice: SchemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Storage may be unavailable. The choice then lasts as long as the page.
  }
  applyScheme(choice)
  for (const listener of listeners) listener()
}

/** Whether the page is dark now. */
export const isDark = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.dataset.theme === 'dark'

/** Follows the system's scheme while no choice is stored. */
export function followSystem(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyScheme(storedScheme()))
}
