import type { ReactNode } from 'react'
import type { components } from '../api/schema.gen'
import { PROGRESS } from './progress'

type Step = components['schemas']['VerificationStep']

/** Renders the remaining steps for a higher limit, with their durations. */
export type Checklist = (steps: readonly Step[]) => ReactNode

/** A verification page: its steps and the channel. */
export type VerifyPlace = {
  steps: readonly Step[]
  by?: 'messenger'
  /** The previous number belongs to a region that is not served. */
  forbidden?: true
}

/** The progress in percent during each step (specification, "Screens and routes"). */
export const STEP_PROGRESS: Record<Step, number> = {
  personal_data: PROGRESS.declarative,
  phone: PROGRESS.phone,
  declared_address: PROGRESS.declarative,
  identity: PROGRESS.identity,
  address: PROGRESS.address,
  source_of_funds: PROGRESS.address,
}

/** Parses the last part of a path, with the specification's page names. Returns `undefined` for an unknown page. */
export function verifyPlace(rest: string): VerifyPlace | undefined {
  if (/^phone\/\w+$/.test(rest)) return { steps: ['phone'], forbidden: true }
  switch (rest) {
    case 'identity':
      return { steps: ['identity'] }
    case 'address':
      return { steps: ['address'] }
    case 'source-of-funds':
      return { steps: ['source_of_funds'] }
    case 'phone':
      return { steps: ['phone'] }
    case 'phone-messenger':
      return { steps: ['phone'], by: 'messenger' }
    case 'declarative-personal-data':
      return { steps: ['personal_data', 'declared_address'] }
    default:
      return undefined
  }
}

const ofBalance = (place: string) => ({ to: '/balances/$place/{-$currency}', params: { place } }) as const

type Start = { to: '/exchange' | '/cabinet' } | ReturnType<typeof ofBalance>

/** The start pages of flows that can require verification. Other flows redirect to home. */
const STARTS: Record<string, Start> = {
  exchange: { to: '/exchange' },
  deposit: ofBalance('deposit'),
  withdraw: ofBalance('withdraw'),
  convert: ofBalance('convert'),
}

/** The step that the page shows now, or the redirect if the flow does not require any of its steps. */
export function verifyLanding(flow: string, { steps }: VerifyPlace, demanded: readonly Step[]): { step: Step } | Start {
  const start = Object.hasOwn(STARTS, flow) ? STARTS[flow] : undefined
  const step = start && demanded.find((each) => steps.includes(each))
  return step ? { step } : (start ?? { to: '/cabinet' })
}

/**
 * The steps to show here. Without a place: all required ones. On a page of its own: first that page's steps, then the
 * rest. After a page's own steps are done it shows none, because a redirect follows and would lose typed input.
 */
export function stepsHere(place: VerifyPlace | undefined, demanded: readonly Step[]): readonly Step[] {
  if (!place) return demanded
  const own = demanded.filter((each) => place.steps.includes(each))
  return own.length === 0 ? [] : [...own, ...demanded.filter((each) => !own.includes(each))]
}
