import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { compareDecimals } from '../../domain/decimal'
import { Loaded } from '../../domain/QueryCard'
import { balancesQuery } from '../../domain/queries'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { transferDraft } from './draft'
import type { Recipient } from './queries'
import { draftOf, type MoneyRequest } from './request'
import { TransferForm } from './TransferForm'
import { TransferReview } from './TransferReview'

type TransferPageProps = {
  /** The parameters of the payment link. */
  asked: MoneyRequest
  /** Link to the page that requests money from others. */
  request: (words: ReactNode) => ReactNode
  /** Link to a deposit: a transfer needs a balance. */
  deposit: (words: ReactNode) => ReactNode
  /** Link to the verification that a transfer of this size requires. */
  verify: (words: ReactNode) => ReactNode
  onSent: (transfer: Transaction) => void
}

/** A transfer to another customer: the form, then the confirmation. */
export function TransferPage({ asked, request, deposit, verify, onSent }: TransferPageProps) {
  const link = JSON.stringify(asked)
  useEffect(() => {
    // A link replaces the draft, unless a transfer's result is unknown.
    const begun = draftOf(JSON.parse(link) as MoneyRequest)
    if (begun) transferDraft.set((now) => (now.attempt ? now : begun))
  }, [link])
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
            <EmptyState title={<Trans>There is nothing to send yet</Trans>} action={deposit(<Trans>Deposit</Trans>)}>
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
              <TransferReview recipient={recipient} verify={verify(<Trans>Verify first</Trans>)} onSent={sent} />
            </>
          ) : (
            <Loaded asked={balances} rows={4}>
              {() => <TransferForm key={link} onFound={setRecipient} />}
            </Loaded>
          )}
        </Card>
        {recipient ? null : <p className="mt-3">{request(<Trans>Request money instead</Trans>)}</p>}
      </div>
    </Page>
  )
}
