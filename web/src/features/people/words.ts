import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import type { Broken } from '../../rules/rules'
import type { LimitUsage, VerificationInfo, VerificationStep } from './queries'

/** The text of a broken rule (specification, "Validation rules"). */
export function useRuleWords(): (broken: Broken) => string {
  const { t } = useLingui()
  return ({ code, bound, character }) => {
    switch (code) {
      case 'required':
        return t`Field is required`
      case 'invalid_character':
        return t`Invalid character`
      case 'invisible_character':
        return character
          ? t`The invisible character ${character} is in here. Type it again.`
          : t`An invisible character is in here. Type it again.`
      case 'mixed_scripts':
        return t`Write each word in one alphabet, Latin or Cyrillic`
      case 'min_length':
        return t`At least ${bound ?? 2} characters`
      case 'max_length':
        return t`At most ${bound ?? 50} characters`
      case 'email':
        return t`Enter an email address, like name@mail.com`
      case 'format':
        return t`Check the format`
      case 'day':
      case 'month':
      case 'year':
        return t`There is no such date`
      case 'age':
        return t`You must be ${bound ?? 18} or older`
      case 'anonymous':
        return t`Anonymous numbers cannot be used`
      default:
        return t`Something is wrong here. Check it and try again.`
    }
  }
}

/** The refusals of the phone step, each with its own text (specification, "The error catalogue"). */
export function usePhoneWords(): (error: unknown) => string {
  const { t } = useLingui()
  const phoneProblem = (code: string | undefined) => {
    if (code === 'same') return t`This is already your phone`
    if (code === 'phone_type') return t`Codes are not sent to numbers of this kind. Enter a mobile number.`
    return t`This phone number is not valid`
  }
  return (error) => {
    if (!isApiError(error)) return errorText(error)
    switch (error.code) {
      case 'NOT_ACCEPTABLE':
        return t`Anonymous numbers cannot be used`
      case 'CONFLICT_ERROR':
      case 'VALIDATION_ERROR':
      case 'BAD_REQUEST':
        return phoneProblem(error.fieldCode('/phone'))
      case 'TOO_MANY_REQUESTS':
        return t`Too many attempts. Wait a little and try again.`
      case 'PHONE_CHANGE_LIMIT_EXCEEDED':
        return t`The phone can be changed once in 24 hours. Try again later.`
      case 'UNPROCESSABLE_ENTITY':
        return t`Numbers from this region cannot be used`
      default:
        return errorText(error)
    }
  }
}

export const SHOWN: Record<VerificationInfo['shown'], MessageDescriptor> = {
  not_verified: msg`Not verified`,
  in_progress: msg`In progress`,
  too_long: msg`Takes longer, up to 24 hours`,
  verified: msg`Verified`,
  retry: msg`Try again`,
  rejected: msg`Rejected`,
}

export const TONE = {
  not_verified: 'plain',
  in_progress: 'wait',
  too_long: 'wait',
  verified: 'ok',
  retry: 'act',
  rejected: 'bad',
} as const satisfies Record<VerificationInfo['shown'], string>

export const KIND: Record<VerificationInfo['kind'], MessageDescriptor> = {
  EMAIL: msg`Email`,
  PHONE: msg`Phone`,
  IDENTITY: msg`Identity`,
  ADDRESS: msg`Address, by document`,
  DECLARED_ADDRESS: msg`Home address`,
  SOURCE_OF_FUNDS: msg`Source of funds`,
}

/** The name of a verification step. */
export const STEP: Record<VerificationStep, MessageDescriptor> = {
  personal_data: msg`Tell us who you are`,
  phone: msg`Confirm your phone`,
  declared_address: msg`Tell us where you live`,
  identity: msg`Show a document`,
  address: msg`Prove your address`,
  source_of_funds: msg`Tell us where your money comes from`,
}

/** The approximate duration of a step, including the review. */
export const STEP_TIME: Record<VerificationStep, MessageDescriptor> = {
  personal_data: msg`1 minute`,
  phone: msg`1 minute`,
  declared_address: msg`1 minute`,
  identity: msg`3 minutes, checked in about 2 more`,
  address: msg`3 minutes, checked in about 2 more`,
  source_of_funds: msg`5 minutes, read within a day`,
}

/** The subject and the period of a limit. */
export function useLimitName(): (limit: Pick<LimitUsage, 'bucket' | 'period'>) => string {
  const { t } = useLingui()
  return ({ bucket, period }) => {
    if (bucket === 'fiat') return period === 'day' ? t`Cards and banks, 24 hours` : t`Cards and banks, 31 days`
    return period === 'day' ? t`Crypto out, 24 hours` : t`Crypto out, 31 days`
  }
}

type TierWord = { name: MessageDescriptor; because: MessageDescriptor }

const STARTER: TierWord = { name: msg`Starter`, because: msg`We know your email.` }

const TIER: Record<string, TierWord> = {
  T1: { name: msg`Basic`, because: msg`We know your phone and what you have told us about yourself.` },
  T2: { name: msg({ message: 'Verified', context: 'level' }), because: msg`Your identity is verified.` },
  T3: { name: msg`Extended`, because: msg`Your address and where your money comes from are verified too.` },
  T4: { name: msg`Individual`, because: msg`Our team has reviewed everything together with you.` },
}

/** The name of a tier. An unknown tier gets the text of the first. */
export const tierWord = (tier: string): TierWord => TIER[tier] ?? STARTER
