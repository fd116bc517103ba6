import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { errorText } from '../../../api/problemText'
import { useCatalogue } from '../../../domain/catalogue'
import type { ActionOption, RequisiteInput, Transaction } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { AddressForm } from '../../../domain/requisite/AddressForm'

export type ActionChoice = { option: ActionOption; requisite?: RequisiteInput }

type ActionDialogProps = {
  option: ActionOption | undefined
  transaction: Transaction
  busy: boolean
  problem: string | undefined
  onClose: () => void
  onConfirm: (choice: ActionChoice) => void
}

/** Confirms an action that moves money. An error stays in the dialog. */
export function ActionDialog({ option, transaction, busy, problem, onClose, onConfirm }: ActionDialogProps) {
  const { i18n } = useLingui()
  // The sending address of a chain is not necessarily able to receive a refund.
  const needsAddress = option === 'refund' && transaction.payment?.kind === 'crypto'
  const { currency } = transaction.from
  const received = transaction.action ? moneyText({ amount: transaction.action.received, currency }, i18n.locale) : ''
  const said = problem ? (
    <p className="text-[14px] text-bad" role="alert">
      {problem}
    </p>
  ) : null
  return (
    <Dialog open={option !== undefined} onClose={onClose} title={<Title option={option} />}>
      <div className="grid gap-4">
        <p>
          <Body option={option} received={received} />
        </p>
        {needsAddress ? (
          <RefundAddress
            transaction={transaction}
            onDone={(requisite) => onConfirm({ option: 'refund', requisite })}
            submit={
              <>
                {said}
                <Answer busy={busy} onClose={onClose} />
              </>
            }
          />
        ) : (
          <>
            {said}
            <Answer busy={busy} onClose={onClose} onConfirm={option ? () => onConfirm({ option }) : undefined} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Without `onConfirm`, the button submits the surrounding form. */
function Answer({
  busy,
  onClose,
  onConfirm,
}: {
  busy: boolean
  onClose: () => void
  onConfirm?: (() => void) | undefined
}) {
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Button variant="quiet" onClick={onClose}>
        <Trans>Back</Trans>
      </Button>
      <Button type={onConfirm ? 'button' : 'submit'} busy={busy} onClick={onConfirm}>
        <Trans>Confirm</Trans>
      </Button>
    </div>
  )
}

type RefundAddressProps = {
  transaction: Transaction
  submit: ReactNode
  onDone: (requisite: RequisiteInput) => void
}

/** The address for a crypto refund, validated like a payout address; a memo is entered or declared unnecessary. */
function RefundAddress({ transaction: { from }, submit, onDone }: RefundAddressProps) {
  const catalogue = useCatalogue()
  if (catalogue.isError && !catalogue.data)
    return <ErrorState onRetry={() => void catalogue.refetch()}>{errorText(catalogue.error)}</ErrorState>
  // Only the catalogue tells whether the network has memos.
  if (!catalogue.data) return <Skeleton className="h-40" />
  const payway = catalogue.data.payways.find((way) => way.code === from.payway)
  return <AddressForm to={from} payway={payway} saved={undefined} onDone={onDone} submit={submit} />
}

function Title({ option }: { option: ActionOption | undefined }) {
  if (option === 'refund') return <Trans>Refund the payment?</Trans>
  if (option === 'deposit') return <Trans>Keep the money on your balance?</Trans>
  return <Trans>Exchange what arrived?</Trans>
}

function Body({ option, received }: { option: ActionOption | undefined; received: string }) {
  if (option === 'refund') {
    return <Trans>{received} goes back, less what sending it costs. The order ends.</Trans>
  }
  if (option === 'deposit') {
    return <Trans>{received} is added to your balance at once. The order ends.</Trans>
  }
  return <Trans>{received} is exchanged at the rate of the moment. What you receive changes with it.</Trans>
}
