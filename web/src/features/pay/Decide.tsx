import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/problemText'
import { moneyText } from '../../domain/money'
import { networkName } from '../../domain/networks'
import { fieldErrors } from '../../domain/problem'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { accept, type PayAttempt, type PayChoice, type PayPageState, takeBack } from './payment'

type DecideProps = {
  token: string
  page: PayPageState
  attempt: PayAttempt
  onPage: (page: PayPageState) => void
}

/** Money has arrived that does not fit: let it pay for the order anyway, or take it back. */
export function Decide({ token, page, attempt, onPage }: DecideProps) {
  const { i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const back = page.choices.find(({ option }) => option === 'refund')
  const anyway = page.choices.find(({ option }) => option === 'update_amount')
  const text = (amount: string) => moneyText({ amount, currency: attempt.currency }, i18n.locale)
  const pay = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      onPage(await accept(token))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {page.state === 'paid_over' && attempt.excess ? (
        <Notice tone="act">
          <Trans>
            {text(attempt.paid ?? attempt.amount)} has arrived, {text(attempt.excess)} more than asked for.
          </Trans>
        </Notice>
      ) : null}
      {page.state === 'paid_late' ? (
        <Notice tone="act">
          <Trans>{text(attempt.paid ?? attempt.amount)} has arrived after the locked rate had ended.</Trans>
        </Notice>
      ) : null}
      {page.is_payer ? null : (
        <Notice tone="plain">
          <Trans>
            Only the browser that chose how to pay can decide about this money. Open the page there, or ask the shop.
          </Trans>
        </Notice>
      )}
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      {anyway ? (
        <div className="grid gap-2">
          <Button busy={busy} onClick={() => void pay()}>
            {page.state === 'paid_over' ? <Trans>Leave all of it with the shop</Trans> : <Trans>Pay with it</Trans>}
          </Button>
          <p className="text-center text-[13px] text-muted">
            <Trans>The shop gets {moneyText(anyway.gets, i18n.locale)} at the present rate.</Trans>
          </p>
        </div>
      ) : null}
      {back ? <TakeBack token={token} attempt={attempt} choice={back} onPage={onPage} /> : null}
    </div>
  )
}

type TakeBackProps = Pick<DecideProps, 'token' | 'attempt' | 'onPage'> & { choice: PayChoice }

function TakeBack({ token, attempt, choice, onPage }: TakeBackProps) {
  const { i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [memo, setMemo] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const wrong = fieldErrors(refused).find(({ pointer }) => pointer === '/address')?.message
  if (!open) {
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Trans>Take it back</Trans>
      </Button>
    )
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    try {
      onPage(await takeBack(token, { address, memo, cost: choice.cost.amount }))
    } catch (error) {
      setRefused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => void send(event)}>
      <TextField
        mono
        label={<Trans>Your address, {networkName(attempt.network)} network</Trans>}
        value={address}
        onChange={setAddress}
        autoComplete="off"
        spellCheck={false}
        error={wrong}
      />
      {attempt.memo ? (
        <TextField mono label={<Trans>Memo, if your wallet gives one</Trans>} value={memo} onChange={setMemo} />
      ) : null}
      <p className="text-[14px]">
        <Trans>
          You get back <b>{moneyText(choice.gets, i18n.locale)}</b>. The network fee is{' '}
          {moneyText(choice.cost, i18n.locale)}.
        </Trans>
      </p>
      {refused !== undefined && !wrong ? <Notice tone="bad">{errorText(refused)}</Notice> : null}
      <Button type="submit" busy={busy} disabled={address.trim() === ''}>
        <Trans>Send it back</Trans>
      </Button>
    </form>
  )
}
