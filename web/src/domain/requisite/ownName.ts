import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isApiError } from '../../api/problem'

const ACCOUNT = msg`The account must be in your own name.`
const CARD = msg`The card must be in your own name.`

/**
 * Why an account or a card was refused, if it is that of somebody else: once the customer's name is verified, only their
 * own are accepted (specification, "Saved requisite").
 */
export function ownNameWords(error: unknown): MessageDescriptor | undefined {
  const refused = isApiError(error) ? error.fields.find(({ code }) => code === 'not_own_name') : undefined
  return refused && (refused.pointer.endsWith('holder') ? CARD : ACCOUNT)
}
