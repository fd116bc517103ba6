import { Trans } from '@lingui/react/macro'
import type { PaywayInfo, Transaction } from '../../../api/exchangeTypes'
import { isStanding, pausesOf } from '../../../domain/paywayPause/pauses'
import { usePauseWords } from '../../../domain/paywayPause/usePauseWords'
import { Notice } from '../../../ui/Notice'

type PayoutPausedProps = { transaction: Transaction; payway: PaywayInfo }

/** Says that the payout of a paid order waits, because its payway is off. */
export default function PayoutPaused({ transaction, payway }: PayoutPausedProps) {
  const { at, cause } = usePauseWords()
  const now = Date.now()
  const pause = pausesOf(payway, 'OUT', now).find((each) => isStanding(each, now))
  if (transaction.status !== 'PROCESSING' || !pause) return null
  const { name } = payway
  const why = cause(pause.cause)
  const until = pause.until && at(pause.until)
  return (
    <Notice tone="wait">
      {until ? (
        <Trans>
          {name} is off until {until}. {why}. Your payout goes out when it is on again.
        </Trans>
      ) : (
        <Trans>
          {name} is off for now. {why}. Your payout goes out when it is on again.
        </Trans>
      )}
    </Notice>
  )
}
