import type { StandingAlert } from '../../api/alerts'
import type { HotWallet } from '../../api/connections'
import type { Me, MovementLine, Operator, Page, Proposal, Waiting } from '../../api/queries'
import type { BoardRow, RateBoard } from '../../api/rates'
import { type Wait, waitOf } from '../../parts/clock'

/** The lists of an operator's day. One that the role cannot read, or that has not loaded, is absent. */
export type Today = {
  proposals?: readonly Proposal[] | undefined
  waiting?: readonly Waiting[] | undefined
  work?: Page<MovementLine> | undefined
  inProgress?: Page<MovementLine> | undefined
  operators?: readonly Operator[] | undefined
  rates?: RateBoard | undefined
  wallets?: readonly HotWallet[] | undefined
  /** What the server's checks found. */
  standing?: readonly StandingAlert[] | undefined
}

/** Whether a currency should be quoted and is not: it has sources, or the whole board has no price. */
export const isMissed = (board: RateBoard, { is_quoted, is_off, sources }: BoardRow): boolean =>
  !is_quoted && !is_off && (sources.length > 0 || board.source === undefined)

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/** A verification is decided within a day (specification, "Business constants and limits"). */
export const verificationWait = (one: Waiting): Wait => waitOf(one.submitted_at, DAY_MS)

/** An open proposal expires unanswered. */
export const proposalWait = (one: Proposal): Wait => ({ since: one.made_at, until: one.expires_at })

/** An invitation link works for a day. */
export const invitationWait = (one: Operator): Wait => waitOf(one.created_at, DAY_MS)

const HANDOVER_MS = 10 * MINUTE_MS

/** A payout is with its bank or network after ten minutes. */
export const payoutWait = (line: MovementLine): Wait => waitOf(line.updated_at, HANDOVER_MS)

/** Whether a payout is being handed to its bank or network. */
export const isBeingSent = ({ sub_state }: MovementLine): boolean => sub_state === 'sending'

/** Payments that belong to no customer or to no order: their money is in quarantine. */
export const isUnmatched = ({ review }: MovementLine): boolean =>
  review?.reason === 'unidentified' || review?.reason === 'wrong_payment'

/** Whether an operator must decide, and not the customer. */
export const isOurs = ({ status, appeal }: MovementLine): boolean =>
  status !== 'ACTION_REQUIRED' || appeal !== undefined

/** Whether the role may approve anything that another operator proposes. */
export const approves = (me: Pick<Me, 'permissions'>): boolean =>
  me.permissions.some((permission) => permission.endsWith('.approve'))
