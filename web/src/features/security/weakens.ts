import type { Switches } from './queries'

/** Whether `next` guards less than `now`: then the server holds orders for a while. */
export const weakens = (now: Switches, next: Switches): boolean =>
  (now.signin && !next.signin) || (now.transfer && !next.transfer) || (now.card_details && !next.card_details)
