import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { Alert } from './alerts'

/** What is wrong, and what follows from it. */
export function useAlertWords(): (alert: Alert) => { what: string; consequence: string } {
  const { t } = useLingui()
  return ({ kind, count }) => {
    switch (kind) {
      case 'paid_twice':
        return {
          what: plural(count, {
            one: '# order was paid out twice',
            few: '# orders were paid out twice',
            many: '# orders were paid out twice',
            other: '# orders were paid out twice',
          }),
          consequence: t`The second payout is our loss until it comes back.`,
        }
      case 'payout_unknown':
        return {
          what: plural(count, {
            one: '# payout has an unknown result',
            few: '# payouts have an unknown result',
            many: '# payouts have an unknown result',
            other: '# payouts have an unknown result',
          }),
          consequence: t`Ask the bank or look at the network before it is sent again.`,
        }
      case 'payout_failed':
        return {
          what: plural(count, {
            one: '# payout failed',
            few: '# payouts failed',
            many: '# payouts failed',
            other: '# payouts failed',
          }),
          consequence: t`The customers wait for their money.`,
        }
      case 'reversed':
        return {
          what: plural(count, {
            one: '# payment was taken back',
            few: '# payments were taken back',
            many: '# payments were taken back',
            other: '# payments were taken back',
          }),
          consequence: t`Its order may already be paid out.`,
        }
      case 'disputed':
        return {
          what: plural(count, {
            one: '# card payment is disputed',
            few: '# card payments are disputed',
            many: '# card payments are disputed',
            other: '# card payments are disputed',
          }),
          consequence: t`The acquirer keeps the money. Send evidence before the deadline.`,
        }
      case 'charge_unknown':
        return {
          what: plural(count, {
            one: '# charge is unclear',
            few: '# charges are unclear',
            many: '# charges are unclear',
            other: '# charges are unclear',
          }),
          consequence: t`Ask the acquirer whether the customer was charged.`,
        }
      case 'work_late':
        return {
          what: plural(count, {
            one: '# transaction is above its target',
            few: '# transactions are above their target',
            many: '# transactions are above their target',
            other: '# transactions are above their target',
          }),
          consequence: t`A customer was promised an answer within a day.`,
        }
      case 'verification_late':
        return {
          what: plural(count, {
            one: '# verification has waited for more than a day',
            few: '# verifications have waited for more than a day',
            many: '# verifications have waited for more than a day',
            other: '# verifications have waited for more than a day',
          }),
          consequence: t`The customers cannot raise their limits.`,
        }
      case 'payout_slow':
        return {
          what: plural(count, {
            one: '# payout has not left yet',
            few: '# payouts have not left yet',
            many: '# payouts have not left yet',
            other: '# payouts have not left yet',
          }),
          consequence: t`It should be with the bank or network within ten minutes.`,
        }
      case 'unmatched':
        return {
          what: plural(count, {
            one: '# unmatched payment',
            few: '# unmatched payments',
            many: '# unmatched payments',
            other: '# unmatched payments',
          }),
          consequence: t`The money is in quarantine until it has an owner.`,
        }
      case 'unquoted':
        return {
          what: plural(count, {
            one: '# currency is not quoted',
            few: '# currencies are not quoted',
            many: '# currencies are not quoted',
            other: '# currencies are not quoted',
          }),
          consequence: t`Its sources are silent, too old, or differ. Nobody can exchange it.`,
        }
      case 'cards_down':
        return {
          what: t`The acquirer of cards does not answer`,
          consequence: t`Card payments stay unclear until it does. Switch cards off if it lasts.`,
        }
      case 'deposit_slow':
        return {
          what: plural(count, {
            one: '# deposit was seen and is not credited',
            few: '# deposits were seen and are not credited',
            many: '# deposits were seen and are not credited',
            other: '# deposits were seen and are not credited',
          }),
          consequence: t`Look at the scanner and the node of its network.`,
        }
      case 'hold_late':
        return {
          what: plural(count, {
            one: '# question to a customer is beyond its deadline',
            few: '# questions to customers are beyond their deadline',
            many: '# questions to customers are beyond their deadline',
            other: '# questions to customers are beyond their deadline',
          }),
          consequence: t`The clock should have ended it. Decide it yourself.`,
        }
      case 'declines_up':
        return {
          what: t`Twice as many card payments are declined as last week`,
          consequence: t`Ask the acquirer. Switch cards off if it lasts.`,
        }
      case 'payout_unconfirmed':
        return {
          what: plural(count, {
            one: '# payout stays unconfirmed',
            few: '# payouts stay unconfirmed',
            many: '# payouts stay unconfirmed',
            other: '# payouts stay unconfirmed',
          }),
          consequence: t`Look at its network fee. A higher one can be proposed.`,
        }
      case 'statement_missing':
        return {
          what: t`The bank’s statement is missing`,
          consequence: t`Payments by bank transfer wait until it is read.`,
        }
      case 'rates_differ':
        return {
          what: plural(count, {
            one: 'The sources of # currency differ by more than 1 %',
            few: 'The sources of # currencies differ by more than 1 %',
            many: 'The sources of # currencies differ by more than 1 %',
            other: 'The sources of # currencies differ by more than 1 %',
          }),
          consequence: t`Compare them. Pause its quotes if one is wrong.`,
        }
      case 'webhook_failing':
        return {
          what: plural(count, {
            one: '# webhook address has failed for an hour',
            few: '# webhook addresses have failed for an hour',
            many: '# webhook addresses have failed for an hour',
            other: '# webhook addresses have failed for an hour',
          }),
          consequence: t`Tell the partner. It is paused after five days.`,
        }
      case 'hot_low':
        return {
          what: plural(count, {
            one: '# hot wallet is too low',
            few: '# hot wallets are too low',
            many: '# hot wallets are too low',
            other: '# hot wallets are too low',
          }),
          consequence: t`Payouts in coins may wait until it is funded.`,
        }
      case 'hot_full':
        return {
          what: plural(count, {
            one: '# hot wallet is above its maximum',
            few: '# hot wallets are above their maximum',
            many: '# hot wallets are above their maximum',
            other: '# hot wallets are above their maximum',
          }),
          consequence: t`Move the rest to the cold address.`,
        }
      case 'proposal_ends':
        return {
          what: plural(count, {
            one: '# proposal ends soon',
            few: '# proposals end soon',
            many: '# proposals end soon',
            other: '# proposals end soon',
          }),
          consequence: t`Without an answer nothing is done, and it must be proposed again.`,
        }
    }
  }
}
