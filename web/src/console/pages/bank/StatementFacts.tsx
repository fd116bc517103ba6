import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BankStatement } from '../../api/bank'

/** "3 payments in · 1 made · 1 returned · 2 to look at", or that nothing was new. */
export function StatementFacts({ statement }: { statement: BankStatement }) {
  const { payments, settled, returned, others } = statement
  const facts: [number, ReactNode][] = [
    [
      payments,
      <Plural
        key="in"
        value={payments}
        one="# payment in"
        few="# payments in"
        many="# payments in"
        other="# payments in"
      />,
    ],
    [settled, <Trans key="made">{settled} made</Trans>],
    [returned, <Trans key="back">{returned} returned</Trans>],
    [others, <Trans key="other">{others} to look at</Trans>],
  ]
  const shown = facts.filter(([count]) => count > 0)
  if (shown.length === 0) return <Trans>Nothing new</Trans>
  return shown.map(([, words], at) => (
    <span key={at}>
      {at > 0 ? ' · ' : null}
      {words}
    </span>
  ))
}
