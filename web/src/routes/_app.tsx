import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AppShell } from '../shell/AppShell'
import { RouteError } from '../shell/errors'
import { requirePerson } from '../shell/requirePerson'

/** The frame of all pages for signed-in customers. Their files are named `_app.<path>.tsx`. */
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
