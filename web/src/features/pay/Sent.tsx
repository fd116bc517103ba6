import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { shorten } from '../../domain/address'
import { HashLink } from '../../domain/HashLink'
import { moneyText } from '../../domain/money'
import { networkName } from '../../domain/networks'
import { CopyButton } from '../../ui/CopyButton'
import { Notice } from '../../ui/Notice'
import { Progress } from '../../ui/Progress'
import type { PayAttempt, PayPageState } from './payment'

/** A payment on its way, done, or on its way back. */
export function Sent({ attempt, state }: { attempt: PayAttempt; state: PayPageState['state'] }) {
  const { t, i18n } = useLingui()
  const { confirmations, required, txid, paid, currency, returned, returned_txid } = attempt
  const text = (amount: string) => moneyText({ amount, currency }, i18n.locale)
  const hash = (of: string) => (
    <HashLink hash={of} network={attempt.network} title={t`See it in an explorer of the network`}>
      {shorten(of, 6, 6)}
    </HashLink>
  )
  const percent = required > 0 ? Math.round((confirmations / required) * 100) : 0
  return (
    <div className="grid grid-cols-1 gap-4">
      {state === 'paid' ? (
        <div className="grid justify-items-center gap-3 py-3 text-center">
          <span aria-hidden="true" className="grid size-16 place-items-center rounded-full bg-ok-soft text-ok">
            <Check size={34} strokeWidth={2.5} />
          </span>
          <p className="text-[18px] font-semibold">
            <Trans>Thank you, it is paid</Trans>
          </p>
        </div>
      ) : null}
      {state === 'seen' ? (
        <div className="grid gap-2">
          <p className="text-[15px] font-[570]">
            <Trans>Your payment has been seen</Trans>
          </p>
          <Progress percent={percent} label={t`Confirmations`} />
          <p className="text-[13px] text-muted">
            <Trans>
              {confirmations} of {required} confirmations. You may close this page.
            </Trans>
          </p>
        </div>
      ) : null}
      {state === 'held' ? (
        <Notice tone="wait">
          <Trans>Your payment has arrived, and the platform checks it. You need not pay again.</Trans>
        </Notice>
      ) : null}
      {state === 'returning' || state === 'returned' ? (
        <Notice tone={state === 'returned' ? 'ok' : 'wait'}>
          {returned && state === 'returned' ? (
            <Trans>{moneyText(returned, i18n.locale)} was sent back to you.</Trans>
          ) : null}
          {returned && state === 'returning' ? (
            <Trans>{moneyText(returned, i18n.locale)} is going back to you.</Trans>
          ) : null}
        </Notice>
      ) : null}
      <dl className="grid grid-cols-1 gap-2.5 text-[14px]">
        {paid ? <Fact label={<Trans>Paid</Trans>}>{text(paid)}</Fact> : null}
        <Fact label={<Trans>Network</Trans>}>{networkName(attempt.network)}</Fact>
        {txid ? (
          <Fact label={<Trans>Payment on the network</Trans>} copy={txid}>
            {hash(txid)}
          </Fact>
        ) : null}
        {returned_txid ? (
          <Fact label={<Trans>Return on the network</Trans>} copy={returned_txid}>
            {hash(returned_txid)}
          </Fact>
        ) : null}
      </dl>
    </div>
  )
}

function Fact({ label, copy, children }: { label: ReactNode; copy?: string; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="flex items-center gap-1 font-[570]">
        <span className={copy ? 'font-mono text-[13px]' : ''}>{children}</span>
        {copy ? <CopyButton text={copy} label={t`Copy the transaction id`} /> : null}
      </dd>
    </div>
  )
}
