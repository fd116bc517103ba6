import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { dayText, moneyText, timeText } from '../../i18n/format'
import { QueryCard } from '../../domain/QueryCard'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Dialog } from '../../ui/Dialog'
import { ItemRow } from '../../ui/ItemRow'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { askClosing, type Closing, type ClosingBalance, type ClosingTransaction, closingQuery } from './queries'
import { useKeepAccount } from './useKeepAccount'

type ClosingProps = {
  /** Wraps words in a link to a transaction. */
  transaction: (id: string, words: ReactNode) => ReactNode
  /** Wraps words in a link to a balance. */
  balance: (currency: string, words: ReactNode) => ReactNode
}

/** Account closure: the blockers, the request, and the cooling-off period in which it can be cancelled. */
export function ClosingCard({ transaction, balance }: ClosingProps) {
  const asked = useQuery(closingQuery)
  return (
    <QueryCard asked={asked} rows={2}>
      {(closing) => {
        if (closing.closes_at) return <Leaving at={closing.closes_at} />
        const isEmpty = closing.balances.length === 0 && closing.transactions.length === 0
        return isEmpty ? (
          <Ask closing={closing} />
        ) : (
          <InTheWay closing={closing} transaction={transaction} balance={balance} />
        )
      }}
    </QueryCard>
  )
}

/** The cooling-off period. */
function Leaving({ at }: { at: string }) {
  const { i18n } = useLingui()
  const { keep, busy, problem } = useKeepAccount()
  const when = `${dayText(at, i18n.locale, new Date())}, ${timeText(at, i18n.locale)}`
  return (
    <Card title={<Trans>Your account is being deleted</Trans>}>
      <div className="grid gap-4">
        <p>
          <Trans>It will be deleted on {when}. Until then you can keep it.</Trans>
        </p>
        <p className="text-muted">
          <Trans>
            You cannot place orders in the meantime. If money arrives, the deletion stops and we let you know by email.
          </Trans>
        </p>
        {problem ? <Notice tone="bad">{errorText(problem)}</Notice> : null}
        <Button busy={busy} onClick={keep}>
          <Trans>Keep my account</Trans>
        </Button>
      </div>
    </Card>
  )
}

function InTheWay({ closing, transaction, balance }: { closing: Closing } & ClosingProps) {
  return (
    <div className="grid gap-5">
      <Notice tone="wait">
        <Trans>An account can be deleted once it is empty and nothing is in progress. Still open:</Trans>
      </Notice>
      {closing.balances.length > 0 ? (
        <Card tight title={<Trans>Balances</Trans>}>
          <ul className="grid divide-y divide-line/60">
            {closing.balances.map((one) => (
              <li key={`${one.profile_id} ${one.currency}`}>
                <BalanceRow one={one} balance={balance} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {closing.transactions.length > 0 ? (
        <Card tight title={<Trans>Unfinished orders</Trans>}>
          <ul className="grid divide-y divide-line/60">
            {closing.transactions.map((one) => (
              <li key={one.id}>
                <TransactionRow one={one} transaction={transaction} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  )
}

function BalanceRow({ one, balance }: { one: ClosingBalance } & Pick<ClosingProps, 'balance'>) {
  const { t, i18n } = useLingui()
  const money = (amount: string) => moneyText({ amount, currency: one.currency }, i18n.locale)
  const isNothing = (amount: string) => /^[0.]+$/.test(amount)
  const [held, incoming] = [money(one.held), money(one.incoming)]
  const notes = [
    isNothing(one.held) ? undefined : t`Held: ${held}`,
    isNothing(one.incoming) ? undefined : t`On its way: ${incoming}`,
  ]
  const note = notes.filter(Boolean).join(' · ')
  return <ItemRow title={balance(one.currency, one.currency)} value={money(one.posted)} note={note || undefined} />
}

function TransactionRow({ one, transaction }: { one: ClosingTransaction } & Pick<ClosingProps, 'transaction'>) {
  return <ItemRow title={transaction(one.id, one.reference)} value={<StatusWords status={one.status} />} />
}

function StatusWords({ status }: { status: string }) {
  switch (status) {
    case 'NEW':
      return <Trans>Waiting for payment</Trans>
    case 'ACTION_REQUIRED':
      return <Trans>Waiting for you</Trans>
    case 'WAIT':
    case 'PROCESSING':
      return <Trans>In progress</Trans>
    default:
      return <Trans>Under review</Trans>
  }
}

function Ask({ closing }: { closing: Closing }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const days = closing.cool_off_days
  const ask = async () => {
    setBusy(true)
    setProblem(undefined)
    setOpen(false)
    try {
      queries.setQueryData(closingQuery.queryKey, await askClosing(reason.trim()))
      await queries.invalidateQueries({ queryKey: ['person'] })
    } catch (error) {
      setProblem(error)
      // The balances changed since the page was opened: shows the new blockers.
      if (isApiError(error) && error.status === 409)
        await queries.invalidateQueries({ queryKey: closingQuery.queryKey })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <div className="grid gap-4">
        <p>
          <Plural
            value={days}
            one="Your account is deleted # day after you ask. Until then you can change your mind."
            other="Your account is deleted # days after you ask. Until then you can change your mind."
          />
        </p>
        <ul className="grid list-disc gap-1.5 pl-5 text-muted">
          <li>
            <Trans>You are signed out everywhere else at once and cannot place orders.</Trans>
          </li>
          <li>
            <Trans>After that, your personal data and ways to sign in are erased for good.</Trans>
          </li>
          <li>
            <Trans>Records of transactions and verification are kept as long as the law requires, and no longer.</Trans>
          </li>
        </ul>
        <TextField
          label={<Trans>Why are you leaving? (optional)</Trans>}
          value={reason}
          onChange={setReason}
          maxLength={500}
          autoComplete="off"
        />
        {problem ? <Notice tone="bad">{errorText(problem)}</Notice> : null}
        <Button variant="danger" busy={busy} onClick={() => setOpen(true)}>
          <Trans>Delete my account</Trans>
        </Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Delete your account?`}>
        <div className="grid gap-4">
          <p className="text-muted">
            <Trans>We will email you the date until which you can keep it.</Trans>
          </p>
          <Button variant="danger" onClick={() => void ask()}>
            <Trans>Yes, delete it</Trans>
          </Button>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            <Trans>Keep my account</Trans>
          </Button>
        </div>
      </Dialog>
    </Card>
  )
}
