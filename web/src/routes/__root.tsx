import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { RouteError } from '../shell/errors'
import { Notices } from '../shell/Notices'
import { RouteAnnouncer } from '../shell/RouteAnnouncer'
import { SessionWatch } from '../shell/SessionWatch'

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
      <Notices />
    </>
  )
}
