import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

/** All actions of the audit log. */
const NAMES: Record<string, MessageDescriptor> = {
  'customers.read': msg`Viewed a customer`,
  'customers.reveal': msg`Viewed personal details`,
  'customers.transactions': msg`Viewed transactions`,
  'customers.balances': msg`Viewed balances`,
  'movements.read': msg`Viewed a transaction`,
  'movements.reveal': msg`Viewed payer and payee`,
  'movements.retry': msg`Retry a payout`,
  'movements.refund': msg`Refund a transaction`,
  'movements.credit': msg`Credit a transaction to the balance`,
  'movements.assign': msg`Assign a transaction to a customer`,
  'movements.close': msg`Close a transaction`,
  'movements.look_up': msg`Look up a charge`,
  'movements.accept': msg`Accept a charge`,
  'movements.write_off': msg`Write off a dispute`,
  'payouts.raise_fee': msg`Raise a network fee`,
  'customers.documents': msg`Viewed documents`,
  'bank.book': msg`Book an uploaded bank statement`,
  'bank.statement': msg`Read a bank statement`,
  'bank.statement_opened': msg`Downloaded a bank statement`,
  'bank.entry_done': msg`Marked a bank entry as done`,
  'bank.entry_payment': msg`Took a bank entry as a payment`,
  'bank.file': msg`Made a payment file`,
  'bank.file_refused': msg`The bank refused a payment file`,
  'bank.file_opened': msg`Downloaded a payment file`,
  'quotes.pause': msg`Pause quotes`,
  'quotes.resume': msg`Resume quotes`,
  'referrals.block': msg`Block a referrer`,
  'referrals.unblock': msg`Unblock a referrer`,
  'referrals.grant': msg`Grant a reward`,
  'referrals.deny': msg`Deny a reward`,
  'connections.make': msg`Made a connection`,
  'connections.test': msg`Tested a connection`,
  'connections.switch': msg`Switch a connection`,
  'campaigns.make': msg`Made a campaign`,
  'campaigns.delete': msg`Deleted the draft of a campaign`,
  'campaigns.switch': msg`Start or stop a campaign`,
  'campaigns.clock': msg`Set the time zone of campaigns`,
  'farm.make': msg`Made a season`,
  'farm.change': msg`Changed the draft of a season`,
  'farm.delete': msg`Deleted the draft of a season`,
  'farm.switch': msg`Start or stop a season`,
  'content.save': msg`Changed a banner or slide`,
  'content.delete': msg`Deleted a banner or slide`,
  'customers.block': msg`Block a customer`,
  'customers.unblock': msg`Unblock a customer`,
  'customers.raise': msg`Raise a customer’s tier`,
  'customers.limits': msg`Agree on a customer’s limits`,
  'customers.lower': msg`Revoke a raised tier`,
  'factors.reset': msg`Remove a customer’s lost second factor`,
  'factors.unlock': msg`Allow codes again`,
  'phones.allow': msg`Allow changing the phone again`,
  'sessions.end': msg`End a customer’s sessions`,
  'verifications.decide': msg`Decide a verification`,
  'support.read': msg`Viewed a conversation`,
  'support.picture': msg`Viewed a picture of a conversation`,
  'support.reply': msg`Replied to a customer`,
  'support.note': msg`Wrote a note in a conversation`,
  'support.assign': msg`Took or labelled a conversation`,
  'support.end': msg`Ended a conversation`,
  'support.answer': msg`Answered a complaint`,
  'support.saved_answer': msg`Changed a saved answer`,
  'support.clocks': msg`Changed the clocks of support`,
  'operators.invite': msg`Invite an operator`,
  'operators.join': msg`Joined by a link`,
  'operators.role': msg`Change a role`,
  'operators.remove': msg`Remove an operator`,
  'policies.publish': msg`Change the policy`,
  'operators.sign_in': msg`Signed in`,
  'operators.sign_out': msg`Signed out`,
  'operators.passkey_add': msg`Added a passkey`,
  'operators.passkey_remove': msg`Removed a passkey`,
  'operators.passkey_refused': msg`Passkey not accepted`,
  'proposals.make': msg`Proposed`,
  'proposals.approve': msg`Approved a proposal`,
  'proposals.refuse': msg`Rejected a proposal`,
  'proposals.withdraw': msg`Withdrew a proposal`,
}

export const ACTIONS = Object.keys(NAMES)

/** The text of an action of the audit log. */
export function useActionName(): (action: string) => string {
  const { _ } = useLingui()
  return (action) => {
    const name = NAMES[action]
    return name ? _(name) : action
  }
}
