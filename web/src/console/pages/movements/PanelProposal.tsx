import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { proposalsQuery } from '../../api/queries'
import { useActionName } from '../../parts/actionNames'
import { ProposalAnswers } from '../../parts/ProposalAnswers'

/** The proposal about a transaction, if one is open, with the operator's answers. */
export function PanelProposal({ subject }: { subject: string }) {
  const waiting = useQuery(proposalsQuery(false))
  const action = useActionName()
  const one = waiting.data?.data.find((proposal) => proposal.subject === subject)
  if (!one) return null
  return (
    <div className="grid gap-2">
      <p className="font-[580]">{action(one.action)}</p>
      <p className="text-[13px] text-muted">
        <Trans>
          {one.maker}: “{one.reason}”
        </Trans>
      </p>
      <ProposalAnswers one={one} />
    </div>
  )
}
