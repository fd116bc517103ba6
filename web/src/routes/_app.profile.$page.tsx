import { createFileRoute } from '@tanstack/react-router'
import { host } from '../host/adapter'
import { ProfileLink } from '../shell/profileLinks'
import type { ProfilePage } from '../shell/profilePages'

/** The small pages below /profile. A single route, because every route adds to the start-up script. */
export const Route = createFileRoute('/_app/profile/$page')({
  // For typed links only: the loader refuses unknown words.
  params: { parse: ({ page }) => ({ page: page as ProfilePage }) },
  // The router waits for the page itself, so that its heading is there when the navigation ends.
  loader: async ({ params }) => (await import('../shell/profilePages')).profilePage(params.page),
  component: SmallPage,
})

function SmallPage() {
  const Shown = Route.useLoaderData()
  return <Shown back={<ProfileLink />} home={host.home} />
}
