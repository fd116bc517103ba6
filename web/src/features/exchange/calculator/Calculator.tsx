import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Side } from '../../../api/exchangeTypes'
import { errorText } from '../../../api/problemText'
import { Button } from '../../../ui/Button'
import { Segmented } from '../../../ui/Segmented'
import { ErrorState } from '../../../ui/States'
import { changeTerms, exchangeDraft } from '../draft'
import { sideOf } from '../queries'
import { AmountEnd } from '../start/AmountEnd'
import { RatesNotice } from '../start/RatesNotice'
import { useAmountProblems } from '../start/useAmountProblems'
import { type ExchangeForm, useExchangeForm } from '../start/useExchangeForm'
import { CalculatorGap } from './CalculatorGap'
import { Totals } from './Totals'
import { useGoWords } from './useGoWords'
import '../start/start.css'

/** The exchange form for visitors without a session: both amounts, the whole cost, the arrival. Continues in the draft. */
export default function Calculator({ onContinue }: { onContinue: () => void }) {
  const form = useExchangeForm()
  const { catalogue, directions } = form
  const failed = catalogue.error ?? directions.error
  if (failed && (!catalogue.data || !directions.data)) {
    const retry = () => void Promise.all([catalogue.refetch(), directions.refetch()])
    return <ErrorState onRetry={retry}>{errorText(failed)}</ErrorState>
  }
  return form.ends.from && form.ends.to ? <Form form={form} onContinue={onContinue} /> : <CalculatorGap />
}

function Form({ form, onContinue }: { form: ExchangeForm; onContinue: () => void }) {
  const { t } = useLingui()
  const [tried, setTried] = useState(false)
  const problems = useAmountProblems(form, tried)
  const go = useGoWords(form)
  const { ends } = form
  const { side } = sideOf(form.draft.side)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (form.amount === '' || problems.from || problems.to) return
    // The ends are written down, because the draft may still have the default ones.
    exchangeDraft.set((now) => changeTerms(now, { from: ends.from, to: ends.to, payoutKind: form.payoutKind }))
    onContinue()
  }
  const sides: { value: Side; label: string }[] = [
    { value: 'BUY', label: t`Buy` },
    { value: 'SELL', label: t`Sell` },
    { value: 'SWAP', label: t`Swap` },
  ]
  return (
    <form className="grid grid-cols-1 gap-3" onSubmit={submit} noValidate>
      {side ? <Segmented label={t`What to do`} options={sides} value={side} onChange={form.turn} /> : null}
      <AmountEnd end="from" form={form} problem={problems.from} />
      <AmountEnd end="to" form={form} problem={problems.to} />
      <RatesNotice form={form} />
      <Totals form={form} />
      <Button type="submit">{go}</Button>
    </form>
  )
}
