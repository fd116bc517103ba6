import { redirect } from '@tanstack/react-router'
import { entrance, resolved } from '../api/session'
import { tokens } from '../api/tokens'
import { draftsBelongTo } from '../flow/draft'

/** The guard of everything for signed-in people: sends whoever is not to sign in, or to the terms, and back to `href`. */
export async function requirePerson(href: string): Promise<void> {
  const session = await resolved()
  if (session.status !== 'in') throw redirect({ to: entrance(session), search: { back: href } })
  if (session.consent) throw redirect({ to: '/confirm-terms', search: { back: href } })
  // Before any page reads one. An order of one profile is not gone on with for another.
  const profile = tokens.profile()
  draftsBelongTo({ person: session.uuid, profile, isMain: profile === session.profiles[0] })
}
