import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OnboardingStep, StepState } from './steps'

export const STEP_NAME: Record<OnboardingStep, MessageDescriptor> = {
  email: msg`Email`,
  resedency: msg`Country of residence`,
  phone: msg`Phone`,
  'identity-form': msg`About you`,
  identity: msg`A document`,
}

export const STATE_NAME: Record<StepState, MessageDescriptor> = {
  done: msg`Done`,
  open: msg`To do`,
  waiting: msg`We are reviewing it`,
  issue: msg`Needs you`,
}

export const STATE_TONE = { done: 'ok', open: 'plain', waiting: 'wait', issue: 'act' } as const
