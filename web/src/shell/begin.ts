import { host } from '../host/adapter'

/** Initialises the app for the application around it, before the first page resolves the session. */
export async function begin(): Promise<void> {
  if (host.begins === 'frame') return (await import('./frame/begin')).beginInFrame()
  const [{ beginInMessenger }, { openOutside }] = await Promise.all([
    import('../api/beginInMessenger'),
    import('../host/messenger'),
  ])
  host.outside = openOutside
  return beginInMessenger()
}
