import { Trans, useLingui } from '@lingui/react/macro'
import type { Transaction } from '../../../api/exchangeTypes'
import { shorten } from '../../../domain/address'
import { AddressText } from '../../../domain/AddressText'
import { BALANCE } from '../../../domain/balance'
import { cardName } from '../../../domain/cardName'
import { costOf } from '../../../domain/cost/cost'
import { CostFigures } from '../../../domain/cost/CostFigures'
import { formatOneWay } from '../../../domain/rate'
import { ShortMoney } from '../../../domain/ShortMoney'
import { CustomerFacts } from './CustomerFacts'
import { EndFacts } from './EndFacts'
import { Fact } from './Fact'
import { feesOf, isExchange, payoutWay, totalFees } from './facts'
import { Hash } from './Hash'

/** The main facts of an order: of its exchange, or of its outcome without one. */
export function Facts({ transaction }: { transaction: Transaction }) {
  return (
    <dl className="grid grid-cols-1 gap-2.5 text-[14px]">
      {isExchange(transaction) ? <ExchangeFacts transaction={transaction} /> : <EndFacts transaction={transaction} />}
    </dl>
  )
}

function ExchangeFacts({ transaction }: { transaction: Transaction }) {
  const { t, i18n } = useLingui()
  const { requisite, payout, deposited } = transaction
  const fees = totalFees(feesOf(transaction))
  const { from, to, price } = transaction
  const cost = costOf({ from, to, lines: price.lines, percent: price.cost_percent })
  const target = requisite?.value ?? requisite?.display ?? ''
  return (
    <>
      {transaction.from.payway === BALANCE ? (
        <Fact label={t`From your balance`}>
          <ShortMoney {...transaction.from} />
        </Fact>
      ) : null}
      <CustomerFacts transaction={transaction} />
      {requisite && requisite.kind !== 'customer' && requisite.kind !== 'code' ? (
        <Fact
          label={requisite.kind === 'address' ? t`To address` : requisite.kind === 'iban' ? t`To account` : t`To card`}
          copy={requisite.kind === 'card' ? undefined : target}
          mono
          long={requisite.kind !== 'card'}
        >
          {requisite.kind === 'card' ? cardName(requisite.display) : <AddressText value={target} />}
        </Fact>
      ) : null}
      {requisite?.memo ? (
        <Fact label={t`Memo`} copy={requisite.memo} mono>
          {requisite.memo}
        </Fact>
      ) : null}
      {payout?.hash ? (
        <Fact label={requisite?.kind === 'address' ? t`Transaction hash` : t`Payout reference`} copy={payout.hash} mono>
          <Hash hash={payout.hash} payway={payoutWay(transaction)}>
            {shorten(payout.hash, 6, 6)}
          </Hash>
        </Fact>
      ) : null}
      {deposited ? (
        <Fact label={t`To your balance`}>
          <ShortMoney {...deposited} />
        </Fact>
      ) : null}
      {transaction.from.currency === transaction.to.currency ? null : (
        <Fact label={t`Rate`}>
          {formatOneWay(transaction.from.currency, transaction.to.currency, transaction.price.rate, i18n.locale)}
        </Fact>
      )}
      {cost ? (
        <Fact label={t`Total cost`}>
          <CostFigures cost={cost} />
        </Fact>
      ) : (
        <Fact label={t`Fees`}>
          <FeesText fees={fees} />
        </Fact>
      )}
    </>
  )
}

function FeesText({ fees }: { fees: ReturnType<typeof totalFees> }) {
  if (fees === 'free') return <Trans>Free</Trans>
  return fees ? <ShortMoney {...fees} /> : <Trans>See the details</Trans>
}
