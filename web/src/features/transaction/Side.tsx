import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PaywayInfo, Transaction } from '../../api/exchangeTypes'
import { badgeOf } from '../../domain/transactionStatus'
import { Badge } from '../../ui/Badge'
import { Sheet, SheetPart } from '../../ui/Sheet'
import { Facts } from './details/Facts'
import { Timeline } from './details/Timeline'
import { Head } from './Head'
import { awaitsPayment, shownTypeWord } from './status'

type SideProps = {
  transaction: Transaction
  /** The network of the payout. */
  network: PaywayInfo['network'] | undefined
  /** Link to all fields of the order. */
  details: ReactNode
}

/** The steps with their times, and the main facts; of a completed order the receipt. */
export function Side({ transaction, network, details }: SideProps) {
  const isDone = transaction.status === 'DONE'
  const steps = <Timeline transaction={transaction} network={network} />
  const facts = <Facts transaction={transaction} />
  return (
    <Sheet>
      <SheetPart>
        {isDone ? <ReceiptHead transaction={transaction} /> : null}
        {awaitsPayment(transaction) ? <Head transaction={transaction} /> : null}
        {isDone ? facts : steps}
      </SheetPart>
      <SheetPart>{isDone ? steps : facts}</SheetPart>
      <SheetPart>{details}</SheetPart>
    </Sheet>
  )
}

function ReceiptHead({ transaction }: { transaction: Transaction }) {
  const { i18n } = useLingui()
  const { status, reference } = transaction
  const { word, tone } = badgeOf(status)
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-32">
        <h2>
          <Trans>Receipt</Trans>
        </h2>
        <p className="text-[13px] text-muted">
          {i18n._(shownTypeWord(transaction))} · <Trans>order {reference}</Trans>
        </p>
      </div>
      <Badge tone={tone}>{i18n._(word)}</Badge>
    </header>
  )
}
