import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import { shorten } from '../../../flow/address'
import { AddressText } from '../../../flow/AddressText'
import { cardName } from '../../../flow/cardName'
import { moneyText } from '../../../flow/money'
import { formatOneWay } from '../../../flow/rate'
import { Breakable } from '../../../ui/Breakable'
import { CopyButton } from '../../../ui/CopyButton'
import { payoutWay, totalFees } from './facts'
import { Hash } from './Hash'

/** The few facts that a running order is asked about. */
export function Facts({ transaction }: { transaction: Transaction }) {
  const { t, i18n } = useLingui()
  const { requisite, payout } = transaction
  const fees = totalFees(transaction)
  const target = requisite.value ?? requisite.display
  return (
    <dl className="grid grid-cols-1 gap-2.5 text-[14px]">
      <Fact
        label={requisite.kind === 'address' ? t`To address` : requisite.kind === 'iban' ? t`To account` : t`To card`}
        copy={requisite.kind === 'card' ? undefined : target}
        mono
        long={requisite.kind !== 'card'}
      >
        {requisite.kind === 'card' ? cardName(requisite.display) : <AddressText value={target} />}
      </Fact>
      {requisite.memo ? (
        <Fact label={t`Memo`} copy={requisite.memo} mono>
          {requisite.memo}
        </Fact>
      ) : null}
      {payout?.hash ? (
        <Fact label={requisite.kind === 'address' ? t`Transaction hash` : t`Payout reference`} copy={payout.hash} mono>
          <Hash hash={payout.hash} payway={payoutWay(transaction)}>
            {shorten(payout.hash, 6, 6)}
          </Hash>
        </Fact>
      ) : null}
      <Fact label={t`Rate`}>
        {formatOneWay(transaction.from.currency, transaction.to.currency, transaction.rate, i18n.locale)}
      </Fact>
      <Fact label={t`Fees`}>
        <FeesText fees={fees} />
      </Fact>
    </dl>
  )
}

function FeesText({ fees }: { fees: ReturnType<typeof totalFees> }) {
  const { i18n } = useLingui()
  if (fees === 'free') return <Trans>Free</Trans>
  return fees ? <Breakable text={moneyText(fees, i18n.locale)} /> : <Trans>See the details</Trans>
}

type FactProps = {
  label: string
  children: ReactNode
  copy?: string | undefined
  mono?: boolean
  /** A long value in full: on phones it stands below its name. */
  long?: boolean
}

export function Fact({ label, children, copy, mono = false, long = false }: FactProps) {
  const { t } = useLingui()
  return (
    <div className={`flex justify-between gap-x-4 ${long ? 'flex-col sm:flex-row sm:items-center' : 'items-center'}`}>
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd
        className={`flex min-w-0 items-center gap-1 font-medium ${long ? 'justify-between sm:text-right' : 'text-right'}`}
      >
        <span className={`wrap-anywhere ${mono ? 'font-mono text-[14px]' : ''}`}>{children}</span>
        {/* The target keeps its 44 px without making the line taller. */}
        {copy ? (
          <span className="-my-3 -mr-3">
            <CopyButton text={copy} label={t`Copy ${label}`} />
          </span>
        ) : null}
      </dd>
    </div>
  )
}
