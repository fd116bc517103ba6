import { compareDecimals } from '../../../domain/decimal'
import type { RulesDifference } from '../../api/rules'

/** What a difference of two policies means for customers. */
export type CustomerEffect =
  | 'dearer'
  | 'cheaper'
  | 'less'
  | 'more'
  | 'closed'
  | 'opened'
  | 'slower'
  | 'faster'
  | 'kept_more'
  | 'kept_less'

type Pair = readonly [up: CustomerEffect, down: CustomerEffect]

const COST: Pair = ['dearer', 'cheaper']
const MOST: Pair = ['more', 'less']
const LEAST: Pair = ['less', 'more']
const WAIT: Pair = ['slower', 'faster']
const OPEN: Pair = ['opened', 'closed']
const CLOSING: Pair = ['closed', 'opened']
const KEPT: Pair = ['kept_more', 'kept_less']

/** The effect of a value that grew, shrank, appeared (which is as if it grew) or disappeared. */
function moved({ before, after }: RulesDifference, [up, down]: Pair): CustomerEffect | undefined {
  if (before === undefined) return up
  if (after === undefined) return down
  // An amount stands before its currency.
  const order = compareDecimals(after.split(' ')[0] ?? '', before.split(' ')[0] ?? '')
  return order === 1 ? up : order === -1 ? down : undefined
}

/** The effect of an upper bound: without one, customers can move more. */
const most = (one: RulesDifference): CustomerEffect | undefined =>
  one.before === undefined ? 'less' : one.after === undefined ? 'more' : moved(one, MOST)

/** The effect of a part of a fee. A fee without an upper bound is dearer. */
function cost(one: RulesDifference): CustomerEffect | undefined {
  const name = one.path.at(-1)
  if (name === 'max' && one.before === undefined) return 'cheaper'
  if (name === 'max' && one.after === undefined) return 'dearer'
  return name === 'add' || name === 'mult_ppm' || name === 'min' || name === 'max' ? moved(one, COST) : undefined
}

/** A payment method without a fee is closed. Every fee has a share, so the share tells whether there is one. */
function processing(one: RulesDifference): CustomerEffect | undefined {
  const isWhole = one.before === undefined || one.after === undefined
  return isWhole && one.path.at(-1) === 'mult_ppm' ? moved(one, OPEN) : cost(one)
}

/** The effect of a difference on customers. `undefined` if it depends on more than this value. */
export function customerEffect(one: RulesDifference): CustomerEffect | undefined {
  const name = one.path.at(-1)
  switch (one.path[0]) {
    case 'our_fee':
    case 'convert_fee':
      return cost(one)
    case 'fee_rules':
      // A rule that is new or removed replaces another fee or gives way to one.
      return one.before === undefined || one.after === undefined ? undefined : cost(one)
    case 'spread_ppm':
      return moved(one, COST)
    case 'processing_in':
    case 'processing_out':
      return processing(one)
    case 'off':
    case 'forbidden':
      return moved(one, CLOSING)
    case 'products':
      return moved(one, OPEN)
    case 'limits':
      return name === 'min' ? moved(one, LEAST) : most(one)
    case 'tiers':
      return most(one)
    case 'currencies':
      return name === 'max' ? most(one) : moved(one, LEAST)
    case 'confirmations':
      return moved(one, WAIT)
    case 'guarantee':
      return moved(one, KEPT)
    default:
      return undefined
  }
}
