import { host } from '../../host/adapter'
import { ask, listen } from '../../host/native/bridge'
import type { BiometryResult } from '../../host/native/contract'

const KEY = 'agio.lock'
/** An absence that locks the app. A shorter one, such as a look at a code in another app, does not. */
export const AWAY_MS = 60_000

let locked = false
const listeners = new Set<() => void>()

function publish(next: boolean): void {
  locked = next
  for (const listener of listeners) listener()
}

export const lockStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  current: () => locked,
}

/** Whether the app waits for the person to prove who they are. */
export const isLocked = (): boolean => locked

function isOn(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

/** Asks for fingerprint, face or the device's code. `reason` is shown by the system. */
export const prove = async (reason: string): Promise<BiometryResult> =>
  (await ask<'biometry'>((id) => ({ type: 'biometry', payload: { id, reason } }))).result

/** Opens the app after a proof. Returns why it stays locked. */
export async function unlock(reason: string): Promise<BiometryResult> {
  const result = await prove(reason)
  if (result === 'ok') publish(false)
  return result
}

/** Ends the lock without a proof: the person has signed out, and there is nothing to guard. */
export const leaveLock = (): void => publish(false)

/** Offers the lock, and locks the app at the start and after an absence. The page is locked before it is shown again. */
export function followLock(now: () => number = Date.now): void {
  let left: number | undefined
  host.lock = {
    isOn,
    set: async (on, reason) => {
      if ((await prove(reason)) !== 'ok') return false
      localStorage.setItem(KEY, on ? '1' : '0')
      return true
    },
  }
  publish(isOn())
  listen({
    active: ({ is_active }) => {
      if (!is_active) left ??= now()
      else if (left !== undefined) {
        if (isOn() && now() - left >= AWAY_MS) publish(true)
        left = undefined
      }
    },
  })
}
