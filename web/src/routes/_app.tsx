import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { resolved } from '../api/session'
import { draftsBelongTo } from '../flow/draft'
import { AppShell } from '../shell/AppShell'
import { RouteError } from '../shell/errors'

/** Everything for signed-in people. Pages are files named `_app.<path>.tsx`. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => {
    const session = await resolved()
    if (session.status !== 'in') throw redirect({ to: '/authentication', search: { back: location.href } })
    if (session.consent) throw redirect({ to: '/confirm-terms', search: { back: location.href } })
    // Before any page reads one.
    draftsBelongTo(session.uuid)
  },
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
