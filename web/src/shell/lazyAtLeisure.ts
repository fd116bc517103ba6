import { type ComponentType, lazy } from 'react'
import { untilLoaded } from '../i18n/lazyLater'

/** An optional part of a page. If its file cannot be loaded, it is not shown, and the load is repeated later. */
export function lazyAtLeisure(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() => untilLoaded(load))
}
