import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '../api/schema.gen'

type VerificationStep = components['schemas']['VerificationStep']

/** What a step of the verification asks for. */
export const STEP: Record<VerificationStep, MessageDescriptor> = {
  personal_data: msg`Tell us who you are`,
  phone: msg`Confirm your phone`,
  declared_address: msg`Tell us where you live`,
  identity: msg`Show a document`,
  address: msg`Prove your address`,
  source_of_funds: msg`Tell us where your money comes from`,
}

/** About how long a step takes, with what follows it. */
export const STEP_TIME: Record<VerificationStep, MessageDescriptor> = {
  personal_data: msg`1 minute`,
  phone: msg`1 minute`,
  declared_address: msg`1 minute`,
  identity: msg`3 minutes, checked in about 2`,
  address: msg`3 minutes, checked in about 2`,
  source_of_funds: msg`5 minutes, read within a day`,
}
