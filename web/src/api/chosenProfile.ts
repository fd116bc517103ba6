import { tokens } from './tokens'

const KEY = 'agio.profile'
/** Set before a page load, for the next page to read. */
const CLOSED = 'agio.profile.closed'

// Storage may be unavailable. The page then uses the first profile and shows its name.
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
 * Returns the active profile. `profiles` begins with the main profile.
 * A page keeps its profile while that is open, and otherwise uses the main one. A new page uses, in this order: the
 * last profile of this tab, the last profile chosen in this browser, the main profile.
 */
export function currentProfile(profiles: readonly string[]): string | undefined {
  const own = tokens.profile()
  const known = own === undefined ? [stored(ofTab), stored(ofMachine)] : [own]
  return known.find((id) => id && profiles.includes(id)) ?? profiles[0]
}

/** Stores the profile of this tab, so that a choice in another tab does not change it after a reload. */
export function keepProfile(id: string): void {
  store(ofTab, id)
}

/** Switches to another profile and reloads the app at `home`, because the page shows data of the previous profile. */
export function chooseProfile(id: string, home: string): void {
  store(ofTab, id)
  store(ofMachine, id)
  location.assign(home)
}

/**
 * Another tab or device closed the active profile. Reloads the app at `home` with the profile `id`; the next page
 * explains the change.
 */
export function leaveClosed(id: string, home: string): void {
  store(ofTab, id)
  try {
    sessionStorage.setItem(CLOSED, 'yes')
  } catch {}
  location.assign(home)
}

let told: boolean | undefined

/**
 * Whether this page replaced a page whose profile was closed. The result does not change during the life of the page.
 */
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
