import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { errorText } from '../../../api/problemText'
import { useCatalogue } from '../../../domain/catalogue'
import type { ActionOption, ChoiceInfo, RequisiteInput, Transaction } from '../../../api/exchangeTypes'
import { isZeroDecimal } from '../../../domain/decimal'
import { moneyText } from '../../../domain/money'
import { ShortMoney } from '../../../domain/ShortMoney'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { AddressForm } from '../../../domain/requisite/AddressForm'

/** `cost` is the network fee that was shown; the refund is refused if it has risen. */
export type ActionChoice = { option: ActionOption; requisite?: RequisiteInput; cost?: string | undefined }

type ActionDialogProps = {
  option: ActionOption | undefined
  transaction: Transaction
  /** What the option brings and costs; `undefined` until it is known. */
  choice: ChoiceInfo | undefined
  busy: boolean
  problem: string | undefined
  onClose: () => void
  onConfirm: (choice: ActionChoice) => void
}

/** Confirms an action that moves money. An error stays in the dialog. */
export function ActionDialog({ option, transaction, choice, busy, problem, onClose, onConfirm }: ActionDialogProps) {
  const { i18n } = useLingui()
  // The sending address of a chain is not necessarily able to receive a refund.
  const needsAddress = option === 'refund' && transaction.source.instructions?.kind === 'crypto'
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
        {choice ? <ChoiceLines choice={choice} /> : null}
        {needsAddress ? (
          <RefundAddress
            transaction={transaction}
            onDone={(requisite) => onConfirm({ option: 'refund', requisite, cost: choice && costOf(choice) })}
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

/** The cost of a choice; `undefined` if it costs nothing. */
function costOf({ cost }: ChoiceInfo): string | undefined {
  return isZeroDecimal(cost.amount) ? undefined : cost.amount
}

/** What a choice brings, to the last unit, and what it costs. */
function ChoiceLines({ choice }: { choice: ChoiceInfo }) {
  const { i18n } = useLingui()
  return (
    <dl className="grid gap-1 rounded-m bg-sunken p-3 text-[14px]">
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-muted">
          <Trans>You get</Trans>
        </dt>
        <dd className="ml-auto font-[580] tabular-nums">{moneyText(choice.gets, i18n.locale)}</dd>
      </div>
      {costOf(choice) === undefined ? null : (
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">
            <Trans>Network fee</Trans>
          </dt>
          <dd className="ml-auto tabular-nums">
            <ShortMoney {...choice.cost} />
          </dd>
        </div>
      )}
    </dl>
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
function RefundAddress({ transaction: { from, source }, submit, onDone }: RefundAddressProps) {
  const payment = source.instructions
  const catalogue = useCatalogue()
  if (catalogue.isError && !catalogue.data)
    return <ErrorState onRetry={() => void catalogue.refetch()}>{errorText(catalogue.error)}</ErrorState>
  // Only the catalogue says whether the network has memos.
  if (!catalogue.data) return <Skeleton className="h-40" />
  const payway = catalogue.data.payways.find((way) => way.code === from.payway)
  // An address that the customer named with the order is proposed, and can still be changed.
  const named = payment?.crypto?.refund_to
  const saved = named ? ({ kind: 'address', value: named.value, memo: named.memo ?? '' } as const) : undefined
  return (
    <>
      {named ? (
        <p className="text-[14px] text-muted">
          <Trans>This is the address that you named with the order.</Trans>
        </p>
      ) : null}
      <AddressForm to={from} payway={payway} saved={saved} onDone={onDone} submit={submit} />
    </>
  )
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
