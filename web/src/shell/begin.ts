import type { HostAdapter } from '../host/adapter'

/** Initialises the app for the application around it, before the first page resolves the session. */
export async function begin(host: NonNullable<HostAdapter['begins']>): Promise<void> {
  if (host === 'frame') return (await import('./frame/begin')).beginInFrame()
  return (await import('../api/beginInMessenger')).beginInMessenger()
}
