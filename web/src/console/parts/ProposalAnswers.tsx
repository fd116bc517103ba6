import { Trans } from '@lingui/react/macro'
import { ask } from '../api/ask'
import type { Act, Proposal } from '../api/queries'
import { ActButton } from './ActButton'
import { ApproveButton } from './ApproveButton'

/** The answers to a proposal that the operator may give: reject, approve, withdraw. */
export function ProposalAnswers({ one }: { one: Proposal }) {
  const answer = (what: string) => (reason: string) =>
    ask<Act>(`proposals/{id}/${what}`, { method: 'POST', params: { path: { id: one.id } }, body: { reason } })
  return (
    <>
      {one.can_refuse ? (
        <div className="grid grid-cols-2 gap-2">
          <ActButton
            danger
            label={<Trans>Reject</Trans>}
            title={<Trans>Reject this proposal?</Trans>}
            act={answer('refuse')}
          />
          <ApproveButton one={one} />
        </div>
      ) : null}
      {one.can_withdraw ? (
        <ActButton
          label={<Trans>Withdraw</Trans>}
          title={<Trans>Withdraw this proposal?</Trans>}
          act={answer('withdraw')}
        />
      ) : null}
    </>
  )
}
