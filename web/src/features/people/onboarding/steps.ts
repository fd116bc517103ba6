import type { UserInfo, VerificationInfo } from '../queries'
import { detailsOf, HOME, isComplete, PERSONAL } from '../details'

/** The onboarding steps, by the names of their pages (specification, "Screens and routes"). */
export type OnboardingStep = 'email' | 'resedency' | 'phone' | 'identity-form' | 'identity'
export type StepState = 'done' | 'open' | 'waiting' | 'issue'
export type OnboardingFacts = { user: UserInfo; verifications: readonly VerificationInfo[] }

const SAID: readonly OnboardingStep[] = ['email', 'resedency', 'phone', 'identity-form']
const PROVED: readonly OnboardingStep[] = [...SAID, 'identity']

/**
 * The steps for each part of the product: documents, wallet and card need a verified identity (specification,
 * "Roles and permissions").
 */
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

/** A page below /onboarding, and the part of the product. */
export type OnboardingPlace = { type?: string; page: OnboardingPage; forbidden?: true }

/** Parses a path below /onboarding. Returns `undefined` for an unknown page. */
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
      // The sign-in code has already verified the email.
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

/** The next step: a rejected one first, then the first open one. Returns `undefined` if nothing is left. */
export function nextStep(type: string | undefined, facts: OnboardingFacts): OnboardingStep | undefined {
  const steps = stepsOf(type)
  return steps.find((step) => stateOf(step, facts) === 'issue') ?? steps.find((step) => stateOf(step, facts) === 'open')
}

/** Whether the page has an action for this customer. Otherwise the guard redirects to the progress page. */
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
