import { tokens } from './tokens'

const KEY = 'agio.profile'
/** Left by a page for the one that comes after it. */
const CLOSED = 'agio.profile.closed'

// Storage may be closed; the page then acts for the first profile, and says so.
function stored(storage: () => Storage): string | null {
  try {
    return storage().getItem(KEY)
  } catch {
    return null
  }
}

function store(storage: () => Storage, id: string): void {
  try {
    storage().setItem(KEY, id)
  } catch {}
}

const ofTab = () => sessionStorage
const ofMachine = () => localStorage

/**
 * The profile to act for: the page's own as long as it is open and the main one when it was closed; for a page that has just
 * been loaded the one that this tab acted for before, else the one chosen last here, else the main one. The main one is first.
 */
export function currentProfile(profiles: readonly string[]): string | undefined {
  const own = tokens.profile()
  const known = own === undefined ? [stored(ofTab), stored(ofMachine)] : [own]
  return known.find((id) => id && profiles.includes(id)) ?? profiles[0]
}

/** What another tab chooses moves this one no more, however often it is loaded again. */
export function keepProfile(id: string): void {
  store(ofTab, id)
}

/** Acts for another profile from now on. The page begins anew at `home`: nothing on it is that profile's. */
export function chooseProfile(id: string, home: string): void {
  store(ofTab, id)
  store(ofMachine, id)
  location.assign(home)
}

/** The page's profile was closed elsewhere: the page begins anew at `home` for `id`, and the next one says why. */
export function leaveClosed(id: string, home: string): void {
  store(ofTab, id)
  try {
    sessionStorage.setItem(CLOSED, 'yes')
  } catch {}
  location.assign(home)
}

let told: boolean | undefined

/** Whether this page has taken the place of one whose profile was closed; the same answer as long as the page lives. */
export function cameFromClosed(): boolean {
  if (told !== undefined) return told
  try {
    told = sessionStorage.getItem(CLOSED) !== null
    sessionStorage.removeItem(CLOSED)
  } catch {
    told = false
  }
  return told
}
