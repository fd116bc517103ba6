import type { Switches } from './queries'

/** Whether `next` protects less than `now`, which makes the server hold orders for a time. */
export const weakens = (now: Switches, next: Switches): boolean =>
  (now.signin && !next.signin) || (now.transfer && !next.transfer) || (now.card_details && !next.card_details)
