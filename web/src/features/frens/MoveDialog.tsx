import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Money, Quote } from '../../api/exchangeTypes'
import { randomId } from '../../api/ids'
import { moneyText, shortMoneyText } from '../../domain/money'
import { isUnanswered } from '../../domain/problem'
import { catalogueQuery } from '../../domain/queries'
import { useProblemWords } from '../../domain/useProblemWords'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Notice } from '../../ui/Notice'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { moveRewards, quoteRewards, referralQuery } from './queries'

type MoveDialogProps = { open: boolean; onClose: () => void; available: Money }

/** Moves rewards to a balance: the amount and the currency, then the price, then the confirmation. */
export function MoveDialog({ open, onClose, available }: MoveDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Move rewards to your balance</Trans>}>
      {open ? <MoveForm available={available} onDone={onClose} /> : null}
    </Dialog>
  )
}

/** A retry after a lost response keeps quote and key, so that nothing is moved twice. */
type Attempt = { quote: Quote; key: string }

function MoveForm({ available, onDone }: { available: Money; onDone: () => void }) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const queries = useQueryClient()
  const { data: catalogue } = useQuery(catalogueQuery)
  const [to, setTo] = useState<string>(available.currency)
  const [amount, setAmount] = useState(available.amount)
  const [attempt, setAttempt] = useState<Attempt>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const codes = [available.currency, ...(catalogue?.currencies ?? []).map(({ code }) => code)]
  const edit = (set: (text: string) => void) => (text: string) => {
    setAttempt(undefined)
    setProblem(undefined)
    set(text)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      if (!attempt) {
        const quote = await quoteRewards({ from: available.currency, to, amount: amount.trim().replace(',', '.') })
        setAttempt({ quote, key: randomId() })
      } else {
        await moveRewards(attempt.quote.id, attempt.key)
        await Promise.all(
          [referralQuery.queryKey, ['balances'], ['transactions']].map((queryKey) =>
            queries.invalidateQueries({ queryKey }),
          ),
        )
        onDone()
      }
    } catch (error) {
      if (!isUnanswered(error)) setAttempt(undefined)
      setProblem(words(error))
    } finally {
      setBusy(false)
    }
  }
  const most = moneyText(available, i18n.locale)
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t`Amount, ${available.currency}`}
        value={amount}
        onChange={edit(setAmount)}
        hint={t`At most ${most}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
      />
      <Select label={t`To the balance in`} value={to} onChange={edit(setTo)}>
        {[...new Set(codes)].map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </Select>
      {attempt ? <Price quote={attempt.quote} /> : null}
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <Button type="submit" busy={busy}>
        {attempt ? <Trans>Move now</Trans> : <Trans>Continue</Trans>}
      </Button>
    </form>
  )
}

/** What arrives, and the fee. */
function Price({ quote }: { quote: Quote }) {
  const { i18n } = useLingui()
  const gets = shortMoneyText({ amount: quote.to_amount, currency: quote.to_currency }, i18n.locale)
  const fees = quote.lines.filter(({ kind, amount }) => kind === 'our_fee' && /[1-9]/.test(amount))
  return (
    <p role="status" className="rounded-m bg-sunken p-4">
      <span className="block text-[13px] text-muted">
        <Trans>You get</Trans>
      </span>
      <span className="text-[22px] font-[620] tracking-[-0.02em]">{gets}</span>
      <span className="block text-[13px] text-muted">
        {fees.length === 0 ? (
          <Trans>Without a fee</Trans>
        ) : (
          <Trans>Fee: {fees.map((fee) => shortMoneyText(fee, i18n.locale)).join(', ')}</Trans>
        )}
      </span>
    </p>
  )
}
