import { type ComponentType, lazy } from 'react'

type Part = { default: ComponentType }

/**
 * An optional part of a page. If its file cannot be loaded, it is not shown, and the load is retried when the browser
 * is online.
 */
export function lazyAtLeisure(load: () => Promise<Part>) {
  const later = () => new Promise<Part>((come) => addEventListener('online', () => come(once()), { once: true }))
  const once = (): Promise<Part> => load().catch(later)
  return lazy(once)
}
