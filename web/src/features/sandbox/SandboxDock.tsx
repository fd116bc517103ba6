import { type ReactNode, useState } from 'react'
import { client } from '../../api/client'
import type { Transaction } from '../../api/exchangeTypes'
import { errorText } from '../../api/problemText'
import type { SandboxAction } from './actions'
import { SandboxClock } from './SandboxClock'
import { SandboxPanel } from './SandboxPanel'

type SandboxDockProps = { transaction: Transaction; onMoved: (next: Transaction) => void; mailbox: ReactNode }

/** The sandbox panel with its actions. Each action returns the order's new state. */
export default function SandboxDock({ transaction, onMoved, mailbox }: SandboxDockProps) {
  const [pending, setPending] = useState<SandboxAction>()
  const [problem, setProblem] = useState<string>()
  const act = async (action: SandboxAction) => {
    setPending(action)
    setProblem(undefined)
    try {
      const params = { path: { id: transaction.id, action } }
      const { data } = await client.POST('/api/client/v1/sandbox/transactions/{id}/{action}', { params })
      onMoved(data)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setPending(undefined)
    }
  }
  return (
    <SandboxPanel
      transaction={transaction}
      pending={pending}
      problem={problem}
      onAct={(action) => void act(action)}
      clock={<SandboxClock onProblem={setProblem} />}
      mailbox={mailbox}
    />
  )
}
