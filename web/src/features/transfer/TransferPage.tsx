import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { compareDecimals } from '../../flow/decimal'
import { Loaded } from '../../flow/QueryCard'
import { balancesQuery } from '../../flow/queries'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { transferDraft } from './draft'
import type { Recipient } from './queries'
import { TransferForm } from './TransferForm'
import { TransferReview } from './TransferReview'

type TransferPageProps = {
  /** Leads to a deposit: without a balance there is nothing to send. */
  deposit: ReactNode
  /** Leads to what has to be done before a transfer of this size. */
  verify: ReactNode
  onSent: (transfer: Transaction) => void
}

/** Money to another customer: who and how much, then a last look. */
export function TransferPage({ deposit, verify, onSent }: TransferPageProps) {
  const balances = useQuery(balancesQuery)
  const [recipient, setRecipient] = useState<Recipient>()
  const isEmpty = balances.data?.data.every((balance) => compareDecimals(balance.available, '0') !== 1) === true
  const sent = (transfer: Transaction) => {
    onSent(transfer)
    transferDraft.clear()
  }
  return (
    <Page title={recipient ? <Trans>Check and send</Trans> : <Trans>Transfer</Trans>}>
      <div className="max-w-[620px]">
        <Card>
          {isEmpty ? (
            <EmptyState title={<Trans>There is nothing to send yet</Trans>} action={deposit}>
              <Trans>Transfers go from your balances to other customers, at once and without a fee.</Trans>
            </EmptyState>
          ) : recipient ? (
            <>
              <button
                type="button"
                className="-ml-2 mb-3 inline-flex min-h-11 items-center gap-2 px-2 text-muted hover:text-text"
                onClick={() => setRecipient(undefined)}
              >
                <ArrowLeft size={20} aria-hidden="true" />
                <Trans>Back</Trans>
              </button>
              <TransferReview recipient={recipient} verify={verify} onSent={sent} />
            </>
          ) : (
            <Loaded asked={balances} rows={4}>
              {() => <TransferForm onFound={setRecipient} />}
            </Loaded>
          )}
        </Card>
      </div>
    </Page>
  )
}
