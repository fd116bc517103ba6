import { type ComponentType, lazy } from 'react'

type Part = { default: ComponentType }

/** A part that the page around it does without: while its file cannot be fetched it is not there, and asked for again once there is a connection. */
export function lazyAtLeisure(load: () => Promise<Part>) {
  const later = () => new Promise<Part>((come) => addEventListener('online', () => come(once()), { once: true }))
  const once = (): Promise<Part> => load().catch(later)
  return lazy(once)
}
