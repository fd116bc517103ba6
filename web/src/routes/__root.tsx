import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ConnectionBar } from '../shell/ConnectionBar'
import { NotFound, RouteError } from '../shell/errors'
import { RouteAnnouncer } from '../shell/RouteAnnouncer'
import { SessionWatch } from '../shell/SessionWatch'
import { Toaster } from '../ui/Toaster'

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
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
