import { createFileRoute } from '@tanstack/react-router'
import { EntryShell } from '../shell/EntryShell'
import { RouteError } from '../shell/errors'

/**
 * /receipt and /verify-document, for everybody who was given a paper, signed in or not, and /native-error. A single
 * route, because every route adds to the start-up script.
 */
export const Route = createFileRoute('/$paper')({
  loader: async ({ params }) => (await import('../shell/profilePages')).paperPage(params.paper),
  component: PaperPage,
  errorComponent: RouteError,
})

function PaperPage() {
  const Shown = Route.useLoaderData()
  return (
    <EntryShell wide>
      <Shown />
    </EntryShell>
  )
}
