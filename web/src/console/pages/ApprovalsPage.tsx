import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/Badge'
import { pollMs } from '../api/refresh'
import { type Proposal, proposalsQuery } from '../api/queries'
import { Card } from '../parts/Card'
import { useActionName } from '../parts/actionNames'
import { ProposalSummary } from '../parts/ProposalSummary'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { Pills } from '../parts/Pills'
import { ProposalAnswers } from '../parts/ProposalAnswers'
import { SignedNote } from '../parts/SignedNote'
import { whenText } from '../parts/when'

type Which = 'open' | 'all'

/** Proposals that wait for a second operator, and past proposals with their results. */
export function ApprovalsPage() {
  const { t } = useLingui()
  const [which, setWhich] = useState<Which>('open')
  // The navigation polls the open proposals for its counter; this page shares that query.
  const all = which === 'all'
  const found = useQuery({
    ...proposalsQuery(all),
    ...(all ? { refetchInterval: pollMs, refetchOnWindowFocus: 'always' } : {}),
  })
  return (
    <>
      <PageHead title={<Trans>Approvals</Trans>} />
      <Pills
        label={t`Which proposals`}
        value={which}
        onChange={setWhich}
        options={[
          { value: 'open', label: t`Waiting` },
          { value: 'all', label: t`All` },
        ]}
      />
      <Loaded
        asked={found}
        empty={({ data }) =>
          data.length === 0 ? (
            <EmptyCard art="done" title={<Trans>Nothing is waiting for a second operator</Trans>}>
              <Trans>An action that takes two appears here for a day, until it is answered.</Trans>
            </EmptyCard>
          ) : null
        }
      >
        {({ data }) => (
          <div className="grid items-start gap-3 min-[1200px]:grid-cols-2">
            {data.map((one) => (
              <ProposalCard key={one.id} one={one} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  )
}

function ProposalCard({ one }: { one: Proposal }) {
  const { i18n } = useLingui()
  const action = useActionName()
  return (
    <Card title={action(one.action)} aside={<StateBadge state={one.state} />}>
      <div className="grid gap-3">
        <ProposalSummary action={one.operator_action} subject={one.subject} />
        <p>
          <Trans>
            {one.maker}: “{one.reason}”
          </Trans>
        </p>
        {one.answer ? (
          <p>
            <Trans>
              {one.checker ?? one.maker}: “{one.answer}”
            </Trans>
          </p>
        ) : null}
        <SignedNote one={one} />
        <p className="text-[13px] text-muted">
          <Trans>
            Proposed {whenText(one.made_at, i18n.locale)}, ends {whenText(one.expires_at, i18n.locale)}
          </Trans>
        </p>
        <ProposalAnswers one={one} />
      </div>
    </Card>
  )
}

function StateBadge({ state }: { state: string }) {
  const { t } = useLingui()
  const words: Record<string, { text: string; tone: Tone }> = {
    open: { text: t`Waiting`, tone: 'act' },
    approved: { text: t`Approved`, tone: 'ok' },
    refused: { text: t`Rejected`, tone: 'bad' },
    withdrawn: { text: t`Withdrawn`, tone: 'plain' },
    expired: { text: t`Expired`, tone: 'wait' },
  }
  return <Badge tone={words[state]?.tone ?? 'plain'}>{words[state]?.text ?? state}</Badge>
}
