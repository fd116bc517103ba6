import { redirect } from '@tanstack/react-router'
import { entrance, resolved } from '../api/session'
import { tokens } from '../api/tokens'
import { draftsBelongTo } from '../domain/draft'

/**
 * The guard of all pages for signed-in customers: redirects others to sign-in or the terms, with a return to `href`.
 */
export async function requirePerson(href: string): Promise<void> {
  const session = await resolved()
  if (session.status !== 'in') throw redirect({ to: entrance(session), search: { back: href } })
  if (session.consent) throw redirect({ to: '/confirm-terms', search: { back: href } })
  // Before any page reads a draft. A draft of one profile must not be used by another.
  const profile = tokens.profile()
  draftsBelongTo({ person: session.uuid, profile, isMain: profile === session.profiles[0] })
}
