import type { UserInfo, VerificationInfo } from '../queries'
import { detailsOf, HOME, isComplete, PERSONAL } from '../details'

/** What is asked of somebody new, by the names of their pages (specification, section 2). */
export type OnboardingStep = 'email' | 'resedency' | 'phone' | 'identity-form' | 'identity'
export type StepState = 'done' | 'open' | 'waiting' | 'issue'
export type OnboardingFacts = { user: UserInfo; verifications: readonly VerificationInfo[] }

const SAID: readonly OnboardingStep[] = ['email', 'resedency', 'phone', 'identity-form']
const PROVED: readonly OnboardingStep[] = [...SAID, 'identity']

/** What each part of the product needs: documents, wallet and card a proved identity (specification, section 6). */
const TYPES: Record<string, readonly OnboardingStep[]> = {
  exchange: SAID,
  balances: SAID,
  documents: PROVED,
  card: PROVED,
  wallet: PROVED,
}

const PAGES = ['progress', 'issue', 'email', 'resedency', 'phone', 'phone-messenger', 'identity'] as const
const FORMS = ['identity-form', 'identity-stub'] as const
export type OnboardingPage = (typeof PAGES)[number] | (typeof FORMS)[number]

/** A page below /onboarding: for which part of the product, and which. */
export type OnboardingPlace = { type?: string; page: OnboardingPage; forbidden?: true }

/** Reads an address below /onboarding; undefined is a page that there is not. */
export function onboardingPlace(rest: string): OnboardingPlace | undefined {
  const parts = rest.split('/').filter((part) => part !== '')
  const typed = parts[0] !== undefined && Object.hasOwn(TYPES, parts[0]) ? { type: parts.shift() as string } : {}
  const [first = 'progress', flag, more] = parts
  const page = [...PAGES, ...FORMS].find((each) => each === first)
  if (!page || more !== undefined || (flag !== undefined && page !== 'phone')) return undefined
  return { ...typed, page, ...(flag === undefined ? {} : { forbidden: true as const }) }
}

export const stepsOf = (type: string | undefined): readonly OnboardingStep[] =>
  (type ? TYPES[type] : undefined) ?? PROVED

function verified(verifications: readonly VerificationInfo[], kind: VerificationInfo['kind']): StepState {
  const one = verifications.find((each) => each.kind === kind)
  switch (one?.shown) {
    case 'verified':
      return 'done'
    case 'in_progress':
    case 'too_long':
      return 'waiting'
    case 'retry':
    case 'rejected':
      return 'issue'
    default:
      return 'open'
  }
}

export function stateOf(step: OnboardingStep, { user, verifications }: OnboardingFacts): StepState {
  const said = detailsOf(user)
  switch (step) {
    case 'email':
      // Nobody comes in without the code that was sent there.
      return 'done'
    case 'resedency':
      return said.residence === '' ? 'open' : 'done'
    case 'phone':
      return verified(verifications, 'PHONE')
    case 'identity-form':
      return isComplete(said, [...PERSONAL, ...HOME]) ? 'done' : 'open'
    case 'identity':
      return verified(verifications, 'IDENTITY')
  }
}

/** What to do next: what went wrong first, else the first that is open; undefined while there is nothing to do. */
export function nextStep(type: string | undefined, facts: OnboardingFacts): OnboardingStep | undefined {
  const steps = stepsOf(type)
  return steps.find((step) => stateOf(step, facts) === 'issue') ?? steps.find((step) => stateOf(step, facts) === 'open')
}

/** Whether the page has anything to ask of this person; who has not belongs on the page of progress. */
export function hasPurpose(page: OnboardingPage, facts: OnboardingFacts): boolean {
  switch (page) {
    case 'phone':
    case 'phone-messenger':
      return stateOf('phone', facts) !== 'done'
    case 'identity-stub':
      return stateOf('identity', facts) === 'open'
    case 'issue':
      return PROVED.some((step) => stateOf(step, facts) === 'issue')
    default:
      return true
  }
}
