import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActionOption, ChoiceInfo, Transaction } from '../../../api/exchangeTypes'
import { useCatalogue } from '../../../domain/catalogue'
import { isZeroDecimal } from '../../../domain/decimal'
import { moneyText, shortMoneyText } from '../../../domain/money'
import { networkName } from '../../../domain/networks'
import { useRequisiteWords } from '../../../domain/requisite/requisiteWords'
import { Breakable } from '../../../ui/Breakable'
import { Button } from '../../../ui/Button'
import { ActionDialog, type ActionChoice } from './ActionDialog'
import { mismatch } from '../details/facts'
import { choicesQuery } from '../queries'

type ActionPanelProps = {
  transaction: Transaction
  busy: boolean
  problem: string | undefined
  /** The error code of the refund details. */
  code: string | undefined
  onAct: (choice: ActionChoice) => void
  support: React.ReactNode
}

/** The order waits for the customer: the received and expected amounts, and the options. */
export default function ActionPanel({ transaction, busy, problem, code, onAct, support }: ActionPanelProps) {
  const { t, i18n } = useLingui()
  const requisiteWords = useRequisiteWords()
  const [asked, setAsked] = useState<ActionOption>()
  const choices = useQuery(choicesQuery(transaction))
  const { action, from } = transaction
  if (!action || transaction.sub_state === 'refunding') return null
  const money = (amount: string) => moneyText({ amount, currency: from.currency }, i18n.locale)
  const difference = mismatch(transaction)
  const choiceOf = (option: ActionOption | undefined) => choices.data?.find((choice) => choice.option === option)
  const labels: Record<ActionOption, string> = {
    refund: t`Refund`,
    deposit: t`Deposit to balance`,
    update_amount: t`Exchange what arrived`,
  }
  return (
    <section className="overflow-hidden rounded-m border border-line" aria-labelledby="action-title">
      <div className="grid grid-cols-1 gap-1 bg-act-soft px-4 py-3">
        <h2 id="action-title" className="text-[16px] font-semibold text-act">
          <ActionTitle transaction={transaction} />
        </h2>
        <WhereItCame transaction={transaction} />
        <p className="text-[14px]">
          <Trans>Your money is safe. Choose what happens with it.</Trans>
        </p>
      </div>
      <dl className="grid grid-cols-1 gap-2 p-4 text-[14px]">
        <Row label={t`Received`} value={money(action.received)} />
        {difference ? (
          <>
            <Row label={t`Expected`} value={money(action.expected)} />
            <Row label={t`Difference`} value={moneyText(difference, i18n.locale)} />
          </>
        ) : null}
        <Row
          label={t`Decide by`}
          value={i18n.date(action.deadline, {
            day: 'numeric',
            month: 'short',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          })}
        />
      </dl>
      <div className="grid grid-cols-1 gap-2 px-4 pb-4 sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2">
        {action.options.map((option, index) => (
          <div key={option} className="grid content-start gap-1">
            <Button variant={index === 0 ? 'primary' : 'quiet'} onClick={() => setAsked(option)}>
              {labels[option]}
            </Button>
            <Brings choice={choiceOf(option)} />
          </div>
        ))}
        {support}
      </div>
      <ActionDialog
        option={asked}
        choice={choiceOf(asked)}
        transaction={transaction}
        busy={busy}
        problem={problem && code !== undefined ? requisiteWords(code, problem, from.currency) : problem}
        onClose={() => setAsked(undefined)}
        onConfirm={onAct}
      />
    </section>
  )
}

/** Below a button: what the choice brings, after its cost. */
function Brings({ choice }: { choice: ChoiceInfo | undefined }) {
  const { i18n } = useLingui()
  if (!choice) return null
  const [gets, cost] = [moneyText(choice.gets, i18n.locale), shortMoneyText(choice.cost, i18n.locale)]
  return (
    <p className="text-center text-[13px] text-muted tabular-nums">
      {isZeroDecimal(choice.cost.amount) ? (
        <Trans>You get {gets}</Trans>
      ) : (
        <Trans>
          You get {gets}, it costs {cost}
        </Trans>
      )}
    </p>
  )
}

/** For coins that came in another way than their address was given for: on which network, and at which address. */
function WhereItCame({ transaction: { action, from, source } }: { transaction: Transaction }) {
  const payment = source.instructions
  const { i18n } = useLingui()
  const catalogue = useCatalogue()
  const given = payment?.crypto?.network
  const came = catalogue.data?.payways.find((way) => way.code === from.payway)?.network
  if (!action || !given || !came || !['wrong_network', 'wrong_token'].includes(action.reason)) return null
  const received = moneyText({ amount: action.received, currency: from.currency }, i18n.locale)
  const [on, at] = [networkName(came), networkName(given)]
  return (
    <p className="text-[14px]">
      {action.reason === 'wrong_network' ? (
        <Trans>
          We received {received} on {on} at your {at} address.
        </Trans>
      ) : (
        <Trans>
          We received {received} at your {at} address. It was given for another currency.
        </Trans>
      )}
    </p>
  )
}

function ActionTitle({ transaction }: { transaction: Transaction }) {
  switch (transaction.action?.reason) {
    case 'underpaid':
      return <Trans>Less arrived than was ordered</Trans>
    case 'overpaid':
      return <Trans>More arrived than was ordered</Trans>
    case 'late':
      return <Trans>The payment arrived too late</Trans>
    case 'double':
      return <Trans>The payment arrived twice</Trans>
    case 'out_of_limits':
      return <Trans>What arrived is outside the limits</Trans>
    case 'wrong_network':
      return <Trans>It came on another network</Trans>
    case 'wrong_token':
      return <Trans>Another currency came</Trans>
    case 'sender_unknown':
      return <Trans>Say who sent these coins</Trans>
    case 'returned':
      return <Trans>What was sent to you came back</Trans>
    default:
      return <Trans>This order needs you</Trans>
  }
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-right font-medium wrap-anywhere">
        <Breakable text={value} />
      </dd>
    </div>
  )
}
