import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Money, Refund, Transaction } from '../../../api/exchangeTypes'
import { groupIban, shorten } from '../../../domain/address'
import { AddressText } from '../../../domain/AddressText'
import { cardName } from '../../../domain/cardName'
import { moneyText } from '../../../domain/money'
import { ShortMoney } from '../../../domain/ShortMoney'
import { Breakable } from '../../../ui/Breakable'
import { Fact } from './Fact'
import { isUnmatchedPayment, totalFees } from './facts'

type EndFactRowsProps = {
  transaction: Transaction
  /** Shows addresses and references completely, for the details page. */
  whole?: boolean
}

/** The outcome of an order without an exchange: paid and refunded amounts, the destination, and the fees. */
export default function EndFactRows({ transaction, whole = false }: EndFactRowsProps) {
  const { t, i18n } = useLingui()
  const { from, to, paid, refund, deposited, held, status } = transaction
  const money = (value: Money) => <Breakable text={moneyText(value, i18n.locale)} />
  const fees = totalFees(transaction.fees_taken)
  const open = status === 'ACTION_REQUIRED' || status === 'MANUAL'
  return (
    <>
      <Fact label={t`Paid`}>{paid ? money(paid) : <Trans>Nothing</Trans>}</Fact>
      {isUnmatchedPayment(transaction) ? null : (
        <Fact label={t`Ordered`}>
          <Breakable text={`${moneyText(from, i18n.locale)} → ${moneyText(to, i18n.locale)}`} />
        </Fact>
      )}
      {refund ? <RefundFacts refund={refund} whole={whole} /> : null}
      {deposited ? <Fact label={t`To your balance`}>{money(deposited)}</Fact> : null}
      {held && !open ? <Fact label={t`Kept with us`}>{money(held)}</Fact> : null}
      {open && fees === 'free' ? null : (
        <Fact label={t`Fees taken`}>
          {fees === 'free' ? <Trans>None</Trans> : fees ? money(fees) : <Trans>See the details</Trans>}
        </Fact>
      )}
    </>
  )
}

/** The destination of a refund, in the form of its kind. */
function nameOf(kind: NonNullable<Refund['to']>['kind'], text: string, whole: boolean): ReactNode {
  if (kind === 'iban') return groupIban(text)
  if (kind === 'card') return cardName(text)
  return whole ? <AddressText value={text} /> : shorten(text)
}

/** The refund's amount, cost, destination and references. */
function RefundFacts({ refund, whole }: { refund: Refund; whole: boolean }) {
  const { t, i18n } = useLingui()
  const { to, cost, references } = refund
  const text = to ? (to.value ?? to.display) : ''
  return (
    <>
      <Fact label={refund.settled_at ? t`Refunded` : t`On its way back`}>
        <Breakable text={moneyText(refund, i18n.locale)} />
      </Fact>
      {cost ? (
        <Fact label={t`Cost of the refund`}>
          <ShortMoney {...cost} />
        </Fact>
      ) : null}
      {to ? (
        <Fact label={t`Back to`} copy={to.kind === 'card' ? undefined : text} mono long={whole || to.kind === 'iban'}>
          {nameOf(to.kind, text, whole)}
        </Fact>
      ) : (
        <Fact label={t`Back to`}>
          <Trans>Where it was paid from</Trans>
        </Fact>
      )}
      {to?.memo ? (
        <Fact label={t`Memo`} copy={to.memo} mono>
          {to.memo}
        </Fact>
      ) : null}
      {references.map((reference) => (
        <Fact
          key={reference}
          label={to?.kind === 'address' ? t`Refund hash` : t`Refund reference`}
          copy={reference}
          mono
          long={whole}
        >
          {whole ? reference : shorten(reference, 6, 6)}
        </Fact>
      ))}
    </>
  )
}
