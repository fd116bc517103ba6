import { auth, type LoginAnswer } from './auth'
import { host } from '../host/adapter'
import { forgetIdle, isNewHere } from '../host/visitor'
import { currentProfile, keepProfile, leaveClosed } from './chosenProfile'
import { leaving } from './leaving'
import { isApiError } from './problem'
import { exclusively } from './renewal'
import { tokens } from './tokens'

/**
 * Who is here. `in` with `consent` still open is the temporary session of the specification; `half` has shown the code
 * from the mail, and its second factor is missing.
 */
export type Session =
  | { status: 'unknown' }
  /** `untold`: left by choice, and the server does not know it yet. `blocked`: an operator has shut the person out. */
  | { status: 'out'; expired: boolean; untold?: boolean; blocked?: boolean }
  | { status: 'half' }
  | { status: 'in'; uuid: string; email: string; name: string; profiles: string[]; consent: boolean }

let session: Session = { status: 'unknown' }
/** Whose the tokens are, from the first of them on. */
let person: string | undefined
const listeners = new Set<() => void>()

function publish(next: Session): void {
  const profile = next.status === 'in' ? currentProfile(next.profiles) : undefined
  const before = tokens.profile()
  // The profile of this page was closed elsewhere: nothing on it belongs to the one that is acted for now, and until it is
  // gone it asks for the closed one and is refused.
  if (profile !== undefined && before !== undefined && before !== profile) {
    leaveClosed(profile, host.home)
    return
  }
  session = next
  tokens.setProfile(profile)
  if (profile !== undefined) keepProfile(profile)
  if (next.status !== 'in' && next.status !== 'half') {
    tokens.setAccess(undefined)
    person = undefined
  }
  for (const listener of listeners) listener()
}

export const sessionStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  current: () => session,
}

async function renew(): Promise<string | undefined> {
  // Whoever has left is not brought back by a cookie that the server could not be asked to end.
  if (leaving.kept()) {
    await leave()
    return undefined
  }
  try {
    const pair = await exclusively(auth.refresh)
    // Another tab signed in as somebody else: nothing of this page is theirs, and no request of it may go out for them.
    if (person !== undefined && pair.uuid !== person) {
      location.reload()
      return await new Promise(() => undefined)
    }
    person = pair.uuid
    tokens.setAccess(pair.access_token)
    return pair.access_token
  } catch (error) {
    if (!isApiError(error)) throw error
    if (error.code === 'USER_BLOCKED') {
      publish({ status: 'out', expired: false, blocked: true })
      return undefined
    }
    if (error.status !== 401) throw error
    // The address keeps its session flag: the sign-in page says why the person is there.
    publish({ status: 'out', expired: session.status === 'in' || session.status === 'half' })
    return undefined
  }
}

tokens.onRenew(renew)

/** Where somebody without a session is sent: to sign in, or to where it stands that they cannot. */
export function entrance(left: Session): '/authentication' | '/authentication/blocked' {
  return left.status === 'out' && left.blocked ? '/authentication/blocked' : '/authentication'
}

let restoring: Promise<Session> | undefined

async function restoreNow(): Promise<Session> {
  // Nothing was kept that could be asked about, as a 401 would say after a round trip.
  if (isNewHere() && !leaving.kept()) {
    publish({ status: 'out', expired: false })
    return session
  }
  const access = await renew()
  if (access === undefined) return session
  await read().catch((error: unknown) => {
    if (!isApiError(error) || error.code !== 'AUTH_2FA_REQUIRED') throw error
    publish({ status: 'half' })
  })
  return session
}

/** Until the terms are accepted, the server says nothing of the person. */
function withoutTerms(error: unknown): undefined {
  if (!isApiError(error) || error.code !== 'ACCESS_DENIED') throw error
  return undefined
}

/** Who it is, by the token that is there. Whoever is wholly in is never told of without their profiles. */
async function read(): Promise<void> {
  const [terms, early] = await Promise.all([auth.terms(), auth.me().catch(withoutTerms)])
  // Refused before the terms were accepted, which they are now: in another tab, between the two answers.
  const me = early ?? (terms.is_consent_required ? undefined : await auth.me())
  publish({
    status: 'in',
    uuid: me?.uuid ?? person ?? '',
    email: me?.email ?? '',
    name: me?.first_name ?? '',
    profiles: me?.profiles_id ?? [],
    consent: terms.is_consent_required,
  })
}

/** The session, restored from the cookie on the first asking. Throws when the service cannot be reached. */
export async function resolved(): Promise<Session> {
  if (session.status !== 'unknown') return session
  restoring ??= restoreNow().finally(() => {
    restoring = undefined
  })
  return restoring
}

export function signedIn(answer: LoginAnswer): void {
  // A new session has taken the cookie's place.
  leaving.forget()
  forgetIdle()
  person = answer.uuid
  tokens.setAccess(answer.access_token)
  if (answer.is_second_factor_required) {
    publish({ status: 'half' })
    return
  }
  publish({
    status: 'in',
    uuid: answer.uuid,
    email: answer.email,
    name: '',
    profiles: answer.profiles_id,
    consent: answer.is_consent_required,
  })
  refreshWho()
}

/** Asks again who it is, after something of it was changed. Nothing waits for it, and failing changes nothing. */
export function refreshWho(): void {
  if (session.status === 'in' && !session.consent) void read().catch(() => undefined)
}

/** Shows the second factor by `shown`; the session is a whole one then. */
export async function showFactor(shown: () => Promise<unknown>): Promise<void> {
  await shown()
  await read()
}

/** The terms were accepted: only now does the server say who it is. Throws when it cannot be asked. */
export const consented = (): Promise<void> => read()

let doubting = false

// Whoever was refused for this page's profile is asked which are open, once for all who were refused meanwhile.
tokens.onRefused(() => {
  if (doubting || session.status !== 'in' || session.consent) return
  doubting = true
  void read()
    .catch(() => undefined)
    .finally(() => {
      doubting = false
    })
})

/** Signs out here at once, and on the server as soon as it can be told. */
export async function signOut(): Promise<void> {
  leaving.keep()
  await leave()
}

async function leave(): Promise<void> {
  const told = await auth.logout().then(
    () => true,
    () => false,
  )
  // Forgotten meanwhile by a new sign-in: that session is not this one's to end.
  if (told) leaving.forget()
  else addEventListener('online', () => void (leaving.kept() && leave()), { once: true })
  publish({ status: 'out', expired: false, ...(told ? {} : { untold: true }) })
}
