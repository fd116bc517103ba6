import { useSyncExternalStore } from 'react'
import { LockScreen } from './LockScreen'
import { lockStore } from './lock'

/** The place of the lock, above every page of a signed-in customer. */
export function NativeBar() {
  const isLocked = useSyncExternalStore(lockStore.subscribe, lockStore.current, () => false)
  return isLocked ? <LockScreen /> : null
}
