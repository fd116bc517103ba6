import { isMirrored, MIRROR_KEYS_MAX, MIRROR_VALUE_MAX } from '../../host/native/contract'

/**
 * A copy of the app's settings in the storage of the application around, because a system may empty the storage of a
 * web view. It holds no token: the session is a cookie that no script can read.
 */

/** Keys that belong to one browser: who is signed in, and a sign-out that the server has not received. */
const OWN = new Set(['agio.telegram', 'agio.leave'])

const isKept = (key: string) => isMirrored(key) && !OWN.has(key)

/** Adds what the storage lacks. What it has stays, because it may be newer. Returns whether something was added. */
export function restore(kept: Readonly<Record<string, string>>, storage: Storage): boolean {
  let isChanged = false
  for (const [key, value] of Object.entries(kept)) {
    if (!isKept(key) || storage.getItem(key) !== null) continue
    storage.setItem(key, value)
    isChanged = true
  }
  return isChanged
}

/** Everything that is mirrored of the storage. */
export function mirrored(storage: Storage): Record<string, string> {
  const found: [string, string][] = []
  for (let at = 0; at < storage.length && found.length < MIRROR_KEYS_MAX; at += 1) {
    const key = storage.key(at)
    const value = key !== null && isKept(key) ? storage.getItem(key) : null
    if (key !== null && value !== null && value.length <= MIRROR_VALUE_MAX) found.push([key, value])
  }
  return Object.fromEntries(found)
}

/** Calls `tell` for each later change of a mirrored key; `null` for a removed one. */
export function follow(storage: Storage, tell: (key: string, value: string | null) => void): void {
  const { setItem, removeItem, clear } = Storage.prototype
  Storage.prototype.setItem = function (key, value) {
    setItem.call(this, key, value)
    if (this === storage && isKept(key) && value.length <= MIRROR_VALUE_MAX) tell(key, value)
  }
  Storage.prototype.removeItem = function (key) {
    removeItem.call(this, key)
    if (this === storage && isKept(key)) tell(key, null)
  }
  Storage.prototype.clear = function () {
    const keys = this === storage ? Object.keys(mirrored(storage)) : []
    clear.call(this)
    for (const key of keys) tell(key, null)
  }
}
