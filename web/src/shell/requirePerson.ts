import { redirect } from '@tanstack/react-router'
import { entrance, resolved } from '../api/session'
import { tokens } from '../api/tokens'
import { draftsBelongTo } from '../domain/draft'
import { isStranger } from './stranger'

/** The app's first page, which is no particular place to return to. */
const HOME = /^\/cabinet\/?$/

/**
 * The guard of all pages for signed-in customers: redirects others to sign-in or the terms, with a return to `href`. At
 * home, visitors without a session see the landing page instead.
 */
export async function requirePerson(href: string): Promise<void> {
  const session = await resolved()
  if (HOME.test(href) && isStranger(session)) throw redirect({ to: '/', replace: true })
  if (session.status !== 'in') throw redirect({ to: entrance(session), search: { back: href } })
  if (session.consent) throw redirect({ to: '/confirm-terms', search: { back: href } })
  // Before any page reads a draft. A draft of one profile must not be used by another.
  const profile = tokens.profile()
  draftsBelongTo({ person: session.uuid, profile, isMain: profile === session.profiles[0] })
}
