import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AppShell } from '../shell/AppShell'
import { RouteError } from '../shell/errors'
import { requirePerson } from '../shell/requirePerson'

/** Everything for signed-in people. Pages are files named `_app.<path>.tsx`. */
export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => requirePerson(location.href),
  component: App,
  errorComponent: RouteError,
})

function App() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}
