import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/Badge'
import type { ReferralSignal, RefusedInvitation, RewardEarning } from '../api/referrals'

/** Signals of fraud. */
export const SIGNAL: Record<ReferralSignal, MessageDescriptor> = {
  same_place: msg`Friends on one network and browser`,
  own_network: msg`Friends on the referrer’s network`,
  single_orders: msg`Only single orders`,
  refused: msg`Refused invitations`,
}

/** Why an invitation counts for nothing. */
export const REFUSED: Record<RefusedInvitation, MessageDescriptor> = {
  same_person: msg`Same mailbox or phone`,
  same_device: msg`Referrer’s device`,
  loop: msg`Loop`,
}

type EarningState = RewardEarning['state']

export const EARNING: Record<EarningState, [words: MessageDescriptor, tone: Tone]> = {
  waiting: [msg`Waiting`, 'plain'],
  held: [msg`Needs a decision`, 'wait'],
  booked: [msg`Booked`, 'ok'],
  questioned: [msg`Needs a decision`, 'bad'],
  taken_back: [msg`Posted back`, 'plain'],
  dropped: [msg`Not granted`, 'plain'],
}
