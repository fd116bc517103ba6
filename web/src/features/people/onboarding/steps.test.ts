import { describe, expect, it } from 'vitest'
import type { UserInfo, VerificationInfo } from '../queries'
import { hasPurpose, nextStep, type OnboardingPage, onboardingPlace, stateOf } from './steps'

const NEW = { address: {} } as UserInfo
const TOLD = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  date_of_birth: '1990-12-10',
  residence_country: 'UA',
  address: { street: 'Main 1', city: 'Kyiv', postcode: '01001' },
} as UserInfo
const shown = (kind: VerificationInfo['kind'], how: VerificationInfo['shown']) =>
  ({ kind, shown: how }) as VerificationInfo
const PHONED = [shown('PHONE', 'verified'), shown('IDENTITY', 'not_verified')]

describe('the pages below /onboarding', () => {
  it.each([
    ['', { page: 'progress' }],
    ['card', { type: 'card', page: 'progress' }],
    ['card/phone/forbidden', { type: 'card', page: 'phone', forbidden: true }],
    ['phone', { page: 'phone' }],
    ['phone-messenger', { page: 'phone-messenger' }],
    ['exchange/resedency', { type: 'exchange', page: 'resedency' }],
    ['identity-stub', { page: 'identity-stub' }],
    ['issue', { page: 'issue' }],
    ['toString', undefined],
    ['card/card', undefined],
    ['email/forbidden', undefined],
    ['phone/a/b', undefined],
  ])('%s reads as %j', (rest, place) => expect(onboardingPlace(rest)).toEqual(place))

  it.each([
    ['phone', NEW, [], true],
    ['phone', NEW, PHONED, false],
    ['phone-messenger', NEW, PHONED, false],
    ['identity-stub', NEW, PHONED, true],
    ['identity-stub', NEW, [shown('IDENTITY', 'in_progress')], false],
    ['issue', NEW, PHONED, false],
    ['issue', NEW, [shown('IDENTITY', 'retry')], true],
    ['identity-form', TOLD, PHONED, true],
  ] as [
    OnboardingPage,
    UserInfo,
    VerificationInfo[],
    boolean,
  ][])('%s is for who needs it', (page, user, verifications, open) =>
    expect(hasPurpose(page, { user, verifications })).toBe(open))
})

describe('what is next', () => {
  it.each([
    ['somebody new says where they live', undefined, NEW, [], 'resedency'],
    ['then the phone', undefined, TOLD, [], 'phone'],
    ['a card needs a document', 'card', TOLD, PHONED, 'identity'],
    ['an exchange does not', 'exchange', TOLD, PHONED, undefined],
    ['what was refused comes first', 'card', NEW, [shown('IDENTITY', 'rejected')], 'identity'],
    ['what is being looked at is waited for', 'card', TOLD, [PHONED[0], shown('IDENTITY', 'too_long')], undefined],
  ] as [
    string,
    string | undefined,
    UserInfo,
    VerificationInfo[],
    string | undefined,
  ][])('%s', (_, type, user, verifications, next) => expect(nextStep(type, { user, verifications })).toBe(next))

  it('an email is known from the first sign-in on', () => {
    expect(stateOf('email', { user: NEW, verifications: [] })).toBe('done')
  })
})
