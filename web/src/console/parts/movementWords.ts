import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Tone } from '../../ui/Badge'
import type { components } from '../api/schema.gen'

type Schemas = components['schemas']

const DISPLAY: Record<Schemas['DisplayType'], MessageDescriptor> = {
  purchase: msg`Purchase`,
  sale: msg`Sale`,
  swap: msg`Swap`,
  deposit: msg`Deposit`,
  withdraw: msg`Withdrawal`,
  convert: msg`Conversion`,
  refund: msg`Refund`,
  transfer: msg`Transfer`,
}

/** The display text of a movement's type. */
export function useDisplayType(): (type: Schemas['DisplayType']) => string {
  const { _ } = useLingui()
  return (type) => _(DISPLAY[type])
}

const ACTIONS: Record<Schemas['ActionReason'], MessageDescriptor> = {
  underpaid: msg`Less arrived than was ordered`,
  overpaid: msg`More arrived than was ordered`,
  late: msg`It arrived after the order had ended`,
  double: msg`It arrived twice`,
  out_of_limits: msg`What arrived is outside the limits`,
  wrong_network: msg`It came on another network`,
  wrong_token: msg`Another currency came`,
  sender_unknown: msg`The customer has to say who sent it`,
  returned: msg`The payout came back`,
}

/** Why the customer must choose. */
export function useActionReason(): (reason: Schemas['ActionReason']) => string {
  const { _ } = useLingui()
  return (reason) => _(ACTIONS[reason])
}

const LEGS: Record<Schemas['LegKind'], MessageDescriptor> = {
  collect: msg`Payment in`,
  draw: msg`From the balance`,
  convert: msg`Conversion`,
  pay_out: msg`Payout`,
  credit: msg`To the balance`,
  fee: msg`Separate fee`,
}

const LEG_STATES: Record<Schemas['LegState'], { words: MessageDescriptor; tone: Tone }> = {
  planned: { words: msg`Not begun`, tone: 'plain' },
  waiting: { words: msg`Waiting for a payment`, tone: 'wait' },
  charging: { words: msg`Being charged`, tone: 'wait' },
  approval: { words: msg`The payer has to approve`, tone: 'wait' },
  declined: { words: msg`Declined`, tone: 'bad' },
  closed: { words: msg`Takes no more payments`, tone: 'plain' },
  held: { words: msg`Reserved`, tone: 'wait' },
  released: { words: msg`Released`, tone: 'plain' },
  sending: { words: msg`Being sent`, tone: 'wait' },
  unknown: { words: msg`Unclear`, tone: 'act' },
  sent: { words: msg`Sent, not final`, tone: 'wait' },
  failed: { words: msg`Failed`, tone: 'bad' },
  done: { words: msg`Done`, tone: 'ok' },
}

const PAYMENTS: Record<Schemas['RailPaymentState'], { words: MessageDescriptor; tone: Tone }> = {
  seen: { words: msg`Seen`, tone: 'wait' },
  credited: { words: msg`Credited`, tone: 'ok' },
  reversed: { words: msg`Reversed before use`, tone: 'plain' },
  taken_back: { words: msg`Taken back after use`, tone: 'bad' },
}

const JOBS: Record<string, { words: MessageDescriptor; tone: Tone }> = {
  ready: { words: msg`Queued`, tone: 'wait' },
  running: { words: msg`Running`, tone: 'wait' },
  done: { words: msg`Done`, tone: 'ok' },
  dead: { words: msg`Given up`, tone: 'bad' },
}

type LegFacts = Pick<Schemas['LegInfo'], 'state' | 'payments'>

/** The state of a leg. One that waits for a payment which is credited waits no longer. */
export function legState({ state, payments }: LegFacts): { words: MessageDescriptor; tone: Tone } {
  const isPaid = state === 'waiting' && payments.some((payment) => payment.state === 'credited')
  return isPaid ? { words: msg`Payment arrived`, tone: 'ok' } : LEG_STATES[state]
}

/** The texts of a movement's legs, payments and jobs. */
export function useLegWords() {
  const { _ } = useLingui()
  const said = ({ words, tone }: { words: MessageDescriptor; tone: Tone }) => ({ words: _(words), tone })
  return {
    leg: (kind: Schemas['LegKind']) => _(LEGS[kind]),
    state: (leg: LegFacts) => said(legState(leg)),
    payment: (state: Schemas['RailPaymentState']) => said(PAYMENTS[state]),
    job: (state: string) => {
      const known = JOBS[state]
      return known ? said(known) : { words: state, tone: 'plain' as const }
    },
  }
}

const LINES: Record<Schemas['LineKind'], MessageDescriptor> = {
  amount_converted: msg`Amount converted`,
  our_fee: msg`Our fee`,
  processing_fee: msg`Processing fee`,
  network_fee: msg`Network fee`,
  spread: msg`Spread`,
  rounding: msg`Rounding`,
}

/** The text of a price line. */
export function useLineWords(): (kind: Schemas['LineKind']) => string {
  const { _ } = useLingui()
  return (kind) => _(LINES[kind])
}

type Acts = Record<Schemas['ResolutionAct'], MessageDescriptor>

const RESOLUTIONS: Acts = {
  retry: msg`Retry the payout`,
  refund: msg`Refund to the payer`,
  credit: msg`Credit the customer’s balance`,
  assign: msg`Assign to a customer`,
  close: msg`Close`,
  look_up: msg`Look it up again`,
  accept: msg`Accept the payment`,
  write_off: msg`Write it off`,
}

const QUESTIONS: Acts = {
  retry: msg`Send the payout again?`,
  refund: msg`Refund this payment?`,
  credit: msg`Credit the customer’s balance?`,
  assign: msg`Whose payment is it?`,
  close: msg`Close this transaction?`,
  look_up: msg`Ask the acquirer again?`,
  accept: msg`Has the acquirer got the money?`,
  write_off: msg`Give up the disputed money?`,
}

const ABOUT: Acts = {
  retry: msg`The failed payout is ordered again, to the same place.`,
  refund: msg`Each payment goes back the way it came.`,
  credit: msg`Everything that is held for it goes to the customer’s balance.`,
  assign: msg`It goes from quarantine to this customer’s balance.`,
  close: msg`It ends for the customer. What is left goes to quarantine.`,
  look_up: msg`A clear answer takes effect at once. Any other answer is noted here.`,
  accept: msg`The payment is booked as received. Accept it only after the acquirer has confirmed it.`,
  write_off: msg`What is held for the dispute is booked as a loss until the acquirer decides otherwise.`,
}

const CLOSED_AS: Record<Schemas['ClosedAs'], MessageDescriptor> = {
  resolved: msg`Settled in another way`,
  rejected: msg`Rejected by us`,
  failed: msg`Failed`,
}

/** The texts of an operator's decision about a movement. */
export function useResolutionWords() {
  const { _ } = useLingui()
  return {
    act: (act: Schemas['ResolutionAct']) => _(RESOLUTIONS[act]),
    question: (act: Schemas['ResolutionAct']) => _(QUESTIONS[act]),
    about: (act: Schemas['ResolutionAct']) => _(ABOUT[act]),
    closedAs: (closed: Schemas['ClosedAs']) => _(CLOSED_AS[closed]),
  }
}
