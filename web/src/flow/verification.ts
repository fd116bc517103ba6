import type { ReactNode } from 'react'
import type { components } from '../api/schema.gen'
import { PROGRESS } from './progress'

type Step = components['schemas']['VerificationStep']

/** Draws what is still to be done for a larger amount, and how long it takes. */
export type Checklist = (steps: readonly Step[]) => ReactNode

/** A page at which a demand of a flow is met: what it asks for, and how. */
export type VerifyPlace = {
  steps: readonly Step[]
  by?: 'messenger'
  /** The number that was given before is of a region that is not served. */
  forbidden?: true
}

/** Percent of the bar while a demand is met (specification, section 2). */
export const STEP_PROGRESS: Record<Step, number> = {
  personal_data: PROGRESS.declarative,
  phone: PROGRESS.phone,
  declared_address: PROGRESS.declarative,
  identity: PROGRESS.identity,
  address: PROGRESS.address,
  source_of_funds: PROGRESS.address,
}

/** Reads the end of an address, as the specification names these pages; undefined is a page that there is not. */
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

/** Where the flows begin that demand anything; whoever has none of them belongs at home. */
const STARTS: Record<string, '/exchange'> = { exchange: '/exchange' }

/** What the page asks for now, or where somebody belongs from whom the flow demands nothing of it. */
export function verifyLanding(
  flow: string,
  { steps }: VerifyPlace,
  demanded: readonly Step[],
): { step: Step } | { to: '/exchange' | '/cabinet' } {
  const start = Object.hasOwn(STARTS, flow) ? STARTS[flow] : undefined
  const step = start && demanded.find((each) => steps.includes(each))
  return step ? { step } : { to: start ?? '/cabinet' }
}

/**
 * What is asked for here, first things first: all that is demanded, or on a page of its own that page's part before the
 * rest. Once nothing of its own is left a page asks for nothing: another follows, and what is typed meanwhile would be lost.
 */
export function stepsHere(place: VerifyPlace | undefined, demanded: readonly Step[]): readonly Step[] {
  if (!place) return demanded
  const own = demanded.filter((each) => place.steps.includes(each))
  return own.length === 0 ? [] : [...own, ...demanded.filter((each) => !own.includes(each))]
}
