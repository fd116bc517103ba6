import { redirect, rootRouteId } from '@tanstack/react-router'
import { host } from '../host/adapter'
import { pageOf, placeIn, START } from '../host/pages'
import type { HostMode } from '../host/resolve'
import { Route as root } from '../routes/__root'

type Loading = {
  location: { pathname: string }
  matches: readonly { routeId: string; fullPath: string }[]
  preload: boolean
}

/** What stops every page of the host, such as a refused launch. */
let stopped: unknown

/** Shows `error` in place of every page that loads from now on. `undefined` ends that. */
export function stopPages(error: unknown): void {
  stopped = error
  host.isStopped = error !== undefined
}

/**
 * Lets pages load by the table of pages and hosts (host/pages.ts): a page that the host does not have leads to the
 * host's start. `hasTabs`: the application around shows the navigation itself.
 */
export function guardPages(mode: HostMode, hasTabs = false): void {
  Object.assign(root.options, {
    beforeLoad: ({ location, matches, preload }: Loading) => {
      const last = matches.at(-1)
      // An address without a page matches the root alone.
      const route = last && last.routeId !== rootRouteId ? last.fullPath : ''
      const page = pageOf(route, ownPath(location.pathname))
      if (stopped !== undefined && page !== '/native-error') throw stopped
      const place = placeIn(mode, page)
      if (place === 'start') throw redirect({ to: START[mode], replace: true })
      if (!preload) host.chrome = place === 'app' && !hasTabs ? 'full' : 'bare'
    },
  })
}

/** The path without the host's own first segment. */
function ownPath(pathname: string): string {
  const { basepath } = host
  if (basepath === '/') return pathname
  return pathname === basepath || pathname.startsWith(`${basepath}/`)
    ? pathname.slice(basepath.length) || '/'
    : pathname
}
