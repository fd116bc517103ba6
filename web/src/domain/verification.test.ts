import { describe, expect, it } from 'vitest'
import { PROGRESS } from './progress'
import { STEP_PROGRESS, stepsHere, verifyLanding, verifyPlace } from './verification'

const place = (rest: string) => verifyPlace(rest) ?? { steps: [] }

describe('the pages of verification', () => {
  it.each([
    ['identity', { steps: ['identity'] }],
    ['address', { steps: ['address'] }],
    ['source-of-funds', { steps: ['source_of_funds'] }],
    ['phone', { steps: ['phone'] }],
    ['phone/forbidden', { steps: ['phone'], forbidden: true }],
    ['phone-messenger', { steps: ['phone'], by: 'messenger' }],
    ['declarative-personal-data', { steps: ['personal_data', 'declared_address'] }],
    ['', undefined],
    ['phone/', undefined],
    ['phone/a/b', undefined],
    ['toString', undefined],
  ])('%s reads as %j', (rest, read) => expect(verifyPlace(rest)).toEqual(read))

  it.each([
    ['what is demanded is asked for', 'exchange', 'phone', ['phone', 'identity'], { step: 'phone' }],
    ['what comes later may be done first', 'exchange', 'identity', ['phone', 'identity'], { step: 'identity' }],
    [
      'of two, the one that is missing',
      'exchange',
      'declarative-personal-data',
      ['declared_address'],
      { step: 'declared_address' },
    ],
    ['what is not demanded is not shown', 'exchange', 'address', ['phone'], { to: '/exchange' }],
    ['nothing is demanded', 'exchange', 'identity', [], { to: '/exchange' }],
    [
      'a movement of a balance begins at its own page',
      'withdraw',
      'identity',
      [],
      { to: '/balances/$place/{-$currency}', params: { place: 'withdraw' } },
    ],
    ['a flow that there is not', 'toString', 'phone', ['phone'], { to: '/cabinet' }],
  ] as const)('%s', (_, flow, rest, demanded, lands) =>
    expect(verifyLanding(flow, place(rest), demanded)).toEqual(lands))

  it.each([
    ['where all is asked for, all of it', undefined, ['phone', 'identity'], ['phone', 'identity']],
    ['its own part before the rest', 'identity', ['phone', 'identity'], ['identity', 'phone']],
    [
      'both of its parts, and then the second',
      'declarative-personal-data',
      ['personal_data', 'phone', 'declared_address'],
      ['personal_data', 'declared_address', 'phone'],
    ],
    ['nothing in passing, when its part is done', 'identity', ['address'], []],
  ] as const)('asks for %s', (_, rest, demanded, asked) =>
    expect(stepsHere(rest && place(rest), demanded)).toEqual(asked))

  it('stands where the specification puts the bar, before the requisites', () => {
    expect(STEP_PROGRESS).toEqual({
      personal_data: 5,
      phone: 5,
      declared_address: 5,
      identity: 10,
      address: 15,
      source_of_funds: 15,
    })
    expect(Math.max(...Object.values(STEP_PROGRESS))).toBeLessThan(PROGRESS.requisites)
  })
})
