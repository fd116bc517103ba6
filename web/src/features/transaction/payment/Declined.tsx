import { useLingui } from '@lingui/react/macro'
import type { Transaction } from '../../../api/exchangeTypes'
import { failureWords } from '../details/failures'

/** Why the last card or code was declined. */
export function Declined({ failure }: { failure: Transaction['failure'] | undefined }) {
  const { i18n } = useLingui()
  const words = failureWords(failure)
  return typeof words === 'string' ? words : i18n._(words)
}
