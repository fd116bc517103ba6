import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { approve } from '../api/approve'
import { passkeysQuery } from '../api/passkeys'
import type { Proposal } from '../api/queries'
import { ActButton } from './ActButton'
import { useActionName } from './actionNames'
import { useApprovalWords } from './approvalWords'
import { ProposalSummary } from './ProposalSummary'

/**
 * <ApproveButton one> — approves a proposal: shows its effect again, asks for a reason, and signs both with a passkey.
 */
export function ApproveButton({ one }: { one: Proposal }) {
  const words = useApprovalWords()
  const own = useQuery(passkeysQuery)
  const signs = own.data?.passkeys.some(({ host }) => host === location.hostname) ?? false
  const about = signs ? (
    <Trans>
      It is carried out at once, exactly as shown here. Your passkey signs it together with your reason; the signature
      is kept.
    </Trans>
  ) : (
    <Trans>It is carried out at once, exactly as proposed.</Trans>
  )
  return (
    <ActButton
      label={<Trans>Approve</Trans>}
      title={<Trans>Approve this proposal?</Trans>}
      about={about}
      fields={<Asked one={one} />}
      disabledReason={one.can_answer ? undefined : <Trans>Someone else has to agree to this.</Trans>}
      act={(reason) => approve(one.id, reason)}
      words={words}
    />
  )
}

function Asked({ one }: { one: Proposal }) {
  const action = useActionName()
  return (
    <div className="grid gap-3 rounded-m border border-line p-4">
      <p className="font-[550]">{action(one.action)}</p>
      <ProposalSummary action={one.operator_action} subject={one.subject} />
      <p>
        <Trans>
          {one.maker}: “{one.reason}”
        </Trans>
      </p>
    </div>
  )
}
