import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
import { Notice } from '../../../ui/Notice'
import { failureWords } from './failures'

type FailureNoticeProps = { failure: Transaction['failure']; held: Transaction['held']; support: ReactNode }

/** Why an order failed, where received money is, and a link to support. */
export default function FailureNotice({ failure, held, support }: FailureNoticeProps) {
  const { i18n } = useLingui()
  const words = failureWords(failure)
  const said = failure?.said
  return (
    <Notice tone="bad" action={support}>
      {typeof words === 'string' ? words : i18n._(words)}
      {said && said !== words ? (
        <p>
          <Trans>The bank says: {said}</Trans>
        </p>
      ) : null}
      {held ? (
        <p>
          <Trans>{moneyText(held, i18n.locale)} is with us: contact support to have it settled.</Trans>
        </p>
      ) : null}
    </Notice>
  )
}
