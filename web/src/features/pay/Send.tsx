import { Trans, useLingui } from '@lingui/react/macro'
import { Clock, Wallet } from 'lucide-react'
import { countdownText, useSecondsLeft } from '../../domain/clock'
import { CopyRow } from '../../domain/CopyRow'
import { moneyText } from '../../domain/money'
import { networkName } from '../../domain/networks'
import { QrBox } from '../../domain/QrBox'
import { buttonClass } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import type { PayAttempt } from './payment'

type SendProps = {
  attempt: PayAttempt
  /** The difference to the server's clock, in milliseconds. */
  skew: number
  /** A part has arrived, and the rest is to be sent. */
  partly: boolean
}

/** The code, the exact amount, the address, and the time that the rate is locked for. */
export function Send({ attempt, skew, partly }: SendProps) {
  const { t, i18n } = useLingui()
  const { address, currency, memo, network, paid, missing } = attempt
  const left = useSecondsLeft(attempt.rate_expires_at, skew)
  const amount = partly ? (missing ?? attempt.amount) : attempt.amount
  const text = (value: string) => moneyText({ amount: value, currency }, i18n.locale)
  // The link of a wallet names the whole amount.
  const uri = partly ? undefined : attempt.uri
  const copy = (label: string) => t`Copy ${label}`
  return (
    <div className="grid grid-cols-1 gap-5">
      {partly && paid && missing ? (
        <Notice tone="act">
          <Trans>
            {text(paid)} has arrived, {text(missing)} is missing. Send the rest to the same address, or take back what
            you sent.
          </Trans>
        </Notice>
      ) : null}
      <p className="flex items-center justify-center gap-2 text-[14px] text-muted" role="timer">
        <Clock size={16} aria-hidden="true" />
        {left > 0 ? (
          <Trans>
            Rate locked for <b className="text-text tabular-nums">{countdownText(left)}</b>
          </Trans>
        ) : (
          <Trans>The locked rate is ending…</Trans>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-5">
        <div className="mx-auto grid grid-cols-1 justify-items-center gap-3">
          <QrBox text={uri ?? address} label={t`QR code of the address and the amount`} currency={currency} />
          {uri ? (
            <a href={uri} className={buttonClass()}>
              <Wallet size={18} aria-hidden="true" />
              <Trans>Open wallet</Trans>
            </a>
          ) : null}
        </div>
        <ul className="grid min-w-52 flex-1 grid-cols-1 gap-4">
          <CopyRow label={t`Amount`} copy={copy(t`Amount`)} value={amount} shown={text(amount)} large />
          <CopyRow
            label={<Trans>To this address, {networkName(network)} network</Trans>}
            copy={copy(t`Address`)}
            value={address}
            grouped
          />
          {memo ? (
            <CopyRow
              label={<Trans>Memo, required</Trans>}
              copy={copy(t`Memo`)}
              value={memo}
              mono
              warning={<Trans>Add the memo to your transfer. Without it the payment cannot be matched.</Trans>}
            />
          ) : null}
        </ul>
      </div>
    </div>
  )
}
