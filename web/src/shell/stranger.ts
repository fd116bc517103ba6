import type { Session } from '../api/session'
import { host } from '../host/adapter'

/** Whether the landing page is for this visitor: no session here, and none that has just ended or was blocked. */
export const isStranger = (session: Session): boolean =>
  host.welcomes && session.status === 'out' && !session.expired && !session.blocked
