import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { compareDecimals } from '../../domain/decimal'
import { Loaded } from '../../domain/QueryCard'
import { balancesQuery } from '../../domain/queries'
import { BackButton } from '../../ui/BackButton'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { transferDraft } from './draft'
import { HowItWorks } from './HowItWorks'
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
  /** Opens the transfer. */
  onSent: (transfer: Transaction) => Promise<void>
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
  const sent = async (transfer: Transaction) => {
    await onSent(transfer)
    // Only after the navigation: this page renders from the draft until then.
    transferDraft.clear()
  }
  if (recipient) {
    return (
      <>
        <header className="mb-5 flex min-h-11 items-center gap-3 desk:gap-4">
          <BackButton onClick={() => setRecipient(undefined)} />
          <h1 tabIndex={-1} className="min-w-0 flex-1 break-words max-desk:text-[20px]">
            <Trans>Check and send</Trans>
          </h1>
        </header>
        <TransferReview
          recipient={recipient}
          verify={verify(<Trans>Verify first</Trans>)}
          onSent={(transfer) => void sent(transfer)}
        />
      </>
    )
  }
  return (
    <Page title={<Trans>Transfer</Trans>}>
      <Columns side={<HowItWorks />}>
        <Card raised>
          {isEmpty ? (
            <EmptyState
              title={<Trans>There is nothing to send yet</Trans>}
              action={deposit(<Trans context="action">Deposit</Trans>)}
            >
              <Trans>Transfers go from your balances to other customers, at once and without a fee.</Trans>
            </EmptyState>
          ) : (
            <Loaded asked={balances} rows={4}>
              {() => <TransferForm key={link} onFound={setRecipient} />}
            </Loaded>
          )}
        </Card>
        <p>{request(<Trans>Request money instead</Trans>)}</p>
      </Columns>
    </Page>
  )
}
