import { signOut } from '../../api/session'

/** Signs out, and ends the web push subscription of this browser: the server has forgotten it with the session. */
export function signOutHere(): Promise<void> {
  void import('../../features/notifications/push').then(({ unsubscribe }) => unsubscribe()).catch(() => undefined)
  return signOut()
}
