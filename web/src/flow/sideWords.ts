import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Side } from '../api/exchangeTypes'

/** What is said of the amount that a person gives: only whoever buys pays. */
export const GIVEN: Record<Side, MessageDescriptor> = {
  BUY: msg`You pay`,
  SELL: msg`You sell`,
  SWAP: msg`You give`,
}
