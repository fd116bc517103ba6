import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { type PayPageState, type PlayAction, play } from './payment'

const ACTIONS: Partial<Record<PayPageState['state'], readonly [PlayAction, MessageDescriptor][]>> = {
  waiting: [
    ['pay', msg`Pay`],
    ['underpay', msg`Pay half`],
    ['overpay', msg`Pay too much`],
    ['expire', msg`Let the rate end`],
  ],
  paid_partly: [['underpay', msg`Pay the rest`]],
  seen: [['confirm', msg`Confirm`]],
  rate_expired: [['pay_late', msg`Pay late`]],
}

type PlayProps = { token: string; page: PayPageState; onPage: (page: PayPageState) => void }

/** The sandbox simulates the payer's wallet and the network. */
export function PlayPayment({ token, page, onPage }: PlayProps) {
  const { i18n } = useLingui()
  const [problem, setProblem] = useState<string>()
  const actions = ACTIONS[page.state]
  if (!actions) return null
  const act = async (action: PlayAction) => {
    setProblem(undefined)
    try {
      const next = await play(token, action)
      onPage({ ...next, is_payer: page.is_payer, choices: page.choices })
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <aside className="grid gap-2 rounded-card border border-dashed border-edge/60 p-4">
      <p className="flex items-center gap-2 text-[13px] text-muted">
        <FlaskConical size={16} aria-hidden="true" />
        <Trans>Sandbox: no real money moves. Choose what happens next.</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        {actions.map(([action, word]) => (
          <Button key={action} small variant="quiet" onClick={() => void act(action)}>
            {i18n._(word)}
          </Button>
        ))}
      </div>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
    </aside>
  )
}
