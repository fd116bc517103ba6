import { auth, type LoginAnswer } from './auth'
import { host } from '../host/adapter'
import { forgetIdle, isNewHere } from '../host/visitor'
import { currentProfile, keepProfile, leaveClosed } from './chosenProfile'
import { pendingSignOut } from './pendingSignOut'
import { isApiError } from './problem'
import { exclusively } from './renewal'
import { tokens } from './tokens'

/**
 * The session. `in` with `consent` still true is the temporary session of the specification. In `half`, the email code
 * is verified and the second factor is missing.
 */
export type Session =
  | { status: 'unknown' }
  /** `untold`: signed out here, but not yet on the server. `blocked`: an operator has blocked the account. */
  | { status: 'out'; expired: boolean; untold?: boolean; blocked?: boolean }
  | { status: 'half' }
  | { status: 'in'; uuid: string; email: string; name: string; profiles: string[]; consent: boolean }

let session: Session = { status: 'unknown' }
/** The user of the tokens, known from the first token on. */
let person: string | undefined
const listeners = new Set<() => void>()

function publish(next: Session): void {
  const profile = next.status === 'in' ? currentProfile(next.profiles) : undefined
  const before = tokens.profile()
  // The active profile was closed elsewhere. Everything on this page belongs to the closed profile, and the server
  // refuses its requests until the reload.
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
  // Completes a pending sign-out instead of restoring the session from the cookie.
  if (pendingSignOut.kept()) {
    await leave()
    return undefined
  }
  try {
    const pair = await exclusively(auth.refresh)
    // Another tab signed in as another user. This page must send no more requests with the new session.
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
    // The expired flag makes the sign-in page explain why the user is there.
    publish({ status: 'out', expired: session.status === 'in' || session.status === 'half' })
    return undefined
  }
}

tokens.onRenew(renew)

/** The page for users without a session: sign-in, or the notice about the block. */
export function entrance(left: Session): '/authentication' | '/authentication/blocked' {
  return left.status === 'out' && left.blocked ? '/authentication/blocked' : '/authentication'
}

let restoring: Promise<Session> | undefined

async function restoreNow(): Promise<Session> {
  // Without a cookie, a request would only return a 401.
  if (isNewHere() && !pendingSignOut.kept()) {
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

/** Until the terms are accepted, the server returns no user data. */
function withoutTerms(error: unknown): undefined {
  if (!isApiError(error) || error.code !== 'ACCESS_DENIED') throw error
  return undefined
}

/** Reads the user of the current token. A complete session is never published without its profiles. */
async function read(): Promise<void> {
  const [terms, early] = await Promise.all([auth.terms(), auth.me().catch(withoutTerms)])
  // Another tab accepted the terms between the two responses.
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

/** Returns the session; the first call restores it from the cookie. Throws if the server cannot be reached. */
export async function resolved(): Promise<Session> {
  if (session.status !== 'unknown') return session
  restoring ??= restoreNow().finally(() => {
    restoring = undefined
  })
  return restoring
}

export function signedIn(answer: LoginAnswer): void {
  // The new session has replaced the cookie.
  pendingSignOut.forget()
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

/** Reads the user again after a change, in the background. Failures are ignored. */
export function refreshWho(): void {
  if (session.status === 'in' && !session.consent) void read().catch(() => undefined)
}

/** Verifies the second factor with `shown`, then reads the user. The session is complete afterwards. */
export async function showFactor(shown: () => Promise<unknown>): Promise<void> {
  await shown()
  await read()
}

/** Reads the user after the terms were accepted. Throws if the server cannot be reached. */
export const consented = (): Promise<void> => read()

let doubting = false

// After a refusal, the profile may be closed. One read of the open profiles serves all concurrent refusals.
tokens.onRefused(() => {
  if (doubting || session.status !== 'in' || session.consent) return
  doubting = true
  void read()
    .catch(() => undefined)
    .finally(() => {
      doubting = false
    })
})

/** Signs out here at once, and on the server as soon as it can be reached. */
export async function signOut(): Promise<void> {
  pendingSignOut.keep()
  await leave()
}

async function leave(): Promise<void> {
  const told = await auth.logout().then(
    () => true,
    () => false,
  )
  // A new sign-in removes the flag: this sign-out must not end the new session.
  if (told) pendingSignOut.forget()
  else addEventListener('online', () => void (pendingSignOut.kept() && leave()), { once: true })
  publish({ status: 'out', expired: false, ...(told ? {} : { untold: true }) })
}
