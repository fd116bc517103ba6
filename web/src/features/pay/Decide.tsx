import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/problemText'
import { moneyText } from '../../domain/money'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { accept, type PayAttempt, type PayChoice, type PayPageState } from './payment'
import { TakeBack } from './TakeBack'

/** Money that arrived, and what its payer may do with it. */
export type Money = {
  state: PayPageState['state']
  attempt: PayAttempt
  is_payer: boolean
  choices: PayChoice[]
  /** Names money besides that of the payment. */
  part?: string
}

type DecideProps = {
  token: string
  money: Money
  onPage: (page: PayPageState) => void
}

/** Money has arrived that does not fit: leave it with the shop, or take it back. */
export function Decide({ token, money, onPage }: DecideProps) {
  const { i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { attempt, state, part, choices, is_payer } = money
  const back = choices.find(({ option }) => option === 'refund')
  const anyway = choices.find(({ option }) => option === 'update_amount' || option === 'deposit')
  const pay = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      onPage(await accept(token, part))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <What attempt={attempt} state={state} isOther={part !== undefined} />
      {is_payer ? null : (
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
            {state === 'paid_over' || anyway.option === 'deposit' ? (
              <Trans>Leave all of it with the shop</Trans>
            ) : (
              <Trans>Pay with it</Trans>
            )}
          </Button>
          <p className="text-center text-[13px] text-muted">
            <Trans>The shop gets {moneyText(anyway.gets, i18n.locale)} at the present rate.</Trans>
          </p>
        </div>
      ) : null}
      {back ? <TakeBack token={token} attempt={attempt} choice={back} part={part} onPage={onPage} /> : null}
    </div>
  )
}

type WhatProps = { attempt: PayAttempt; state: PayPageState['state']; isOther: boolean }

function What({ attempt, state, isOther }: WhatProps): ReactNode {
  const { i18n } = useLingui()
  const text = (amount: string) => moneyText({ amount, currency: attempt.currency }, i18n.locale)
  const arrived = text(attempt.paid ?? attempt.amount)
  if (state === 'paid_over' && attempt.excess) {
    return (
      <Notice tone="act">
        <Trans>
          {arrived} has arrived, {text(attempt.excess)} more than asked for.
        </Trans>
      </Notice>
    )
  }
  if (state === 'paid_over') {
    return (
      <Notice tone="act">
        <Trans>{arrived} has arrived besides the payment.</Trans>
      </Notice>
    )
  }
  if (state === 'paid_late') {
    return (
      <Notice tone="act">
        {isOther ? (
          <Trans>{arrived} has arrived for an earlier choice.</Trans>
        ) : (
          <Trans>{arrived} has arrived after the locked rate had ended.</Trans>
        )}
      </Notice>
    )
  }
  return null
}
