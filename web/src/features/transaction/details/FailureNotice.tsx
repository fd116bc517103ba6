import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import { Notice } from '../../../ui/Notice'
import { failureWords } from './failures'

type FailureNoticeProps = { failure: Transaction['failure']; support: ReactNode }

/** Why an order failed, and who can help. */
export default function FailureNotice({ failure, support }: FailureNoticeProps) {
  const { i18n } = useLingui()
  const words = failureWords(failure?.code ?? '', failure?.message ?? '')
  return (
    <Notice tone="bad" action={support}>
      {typeof words === 'string' ? words : i18n._(words)}
    </Notice>
  )
}
