import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { components } from '../api/schema.gen'

type Schemas = components['schemas']

const KINDS: Record<Schemas['StepKind'], MessageDescriptor> = {
  created: msg`Order created`,
  payment: msg`Payment`,
  confirmation: msg`Network confirmations`,
  exchange: msg`Exchange`,
  payout: msg`Payout`,
  deposit: msg`To the balance`,
  transfer: msg`Transfer`,
  refund: msg`Refund`,
  decision: msg`The customer’s decision`,
  review: msg`Our review`,
  done: msg`Finished`,
}

const STATES: Record<Schemas['StepState'], MessageDescriptor> = {
  done: msg`Done`,
  now: msg`Now`,
  next: msg`Later`,
  failed: msg`Failed`,
  stopped: msg`Stopped`,
}

/** The texts of the timeline that the customer sees. */
export function useStepWords() {
  const { _ } = useLingui()
  return {
    kind: (kind: Schemas['StepKind']) => _(KINDS[kind]),
    state: (state: Schemas['StepState']) => _(STATES[state]),
  }
}
