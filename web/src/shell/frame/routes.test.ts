import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FRAME_START, isInFrame } from './routes'

const tree = readFileSync(new URL('../../routeTree.gen.ts', import.meta.url), 'utf8')
const table = /interface FileRoutesByTo \{\n([\s\S]*?)\n\}/.exec(tree)?.[1] ?? ''
const all = [...table.matchAll(/^ {2}'([^']+)': typeof/gm)].map(([, path = '']) => path)

/** Every page of the app, and whether the widget has it. A new page must be put into one of the two lists. */
const THERE = [
  '/authentication',
  '/authentication/blocked',
  '/confirm-terms',
  '/exchange',
  '/exchange/confirm',
  '/exchange/insert-card',
  '/exchange/personal-info',
  '/exchange/requisites',
  '/forbidden',
  '/on-phone/$step',
  '/support',
  '/transaction-details/$transactionType/$externalId',
  '/transaction/$transactionType/$externalId',
  '/transaction/$transactionType/declarative-personal-data',
  '/transaction/$transactionType/verification/$',
]
const ABSENT = [
  '/',
  '/$paper',
  '/activity',
  '/authentication/intro',
  '/balances',
  '/balances/$place/$currency/$step/{-$a}/{-$b}/{-$c}',
  '/balances/$place/{-$currency}',
  '/cabinet',
  '/onboarding',
  '/onboarding/$',
  '/payment',
  '/preset/$presetId',
  '/presets/{-$part}',
  '/profile',
  '/profile/$page',
  '/profile/personal-details',
  '/profile/personal-details/address',
  '/profile/personal-details/email-edit',
  '/profile/personal-details/identity',
  '/profile/personal-details/phone-edit',
  '/profile/personal-details/phone-messenger',
  '/profile/personal-details/profile-verification-stub',
  '/profile/two-factor-authentication',
  '/profile/two-factor-authentication/code',
  '/profile/verification/$',
  '/proof-of-balances',
  '/provider-return',
  '/sandbox/mail',
  '/status',
  '/utransaction/{-$step}',
]

describe('the pages of the widget', () => {
  it('are decided for every page of the app', () => expect([...THERE, ...ABSENT].sort()).toEqual(all.sort()))

  it.each(THERE)('%s is there', (path) => expect(isInFrame(path)).toBe(true))

  it.each(ABSENT)('%s is not', (path) => expect(isInFrame(path)).toBe(false))

  it('include its start, in any spelling', () => {
    expect(isInFrame(FRAME_START)).toBe(true)
    expect(isInFrame(`${FRAME_START}/`)).toBe(true)
    expect(isInFrame('/exchanges')).toBe(false)
  })
})
