import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { ConnectionBar } from '../shell/ConnectionBar'
import { RouteError } from '../shell/errors'
import { RouteAnnouncer } from '../shell/RouteAnnouncer'
import { SessionWatch } from '../shell/SessionWatch'
import { Toaster } from '../ui/Toaster'

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('../shell/NotFound')),
  errorComponent: RouteError,
})

function Root() {
  return (
    <>
      <Outlet />
      <RouteAnnouncer />
      <SessionWatch />
      <ConnectionBar />
      <Toaster />
    </>
  )
}
