import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/States'
import { type Me, type Proposal, proposalsQuery } from '../../api/queries'
import { useActionName } from '../../parts/actionNames'
import { ButtonLink } from '../../parts/ButtonLink'
import { Loaded } from '../../parts/Loaded'
import { RowsSkeleton } from '../../parts/RowsSkeleton'
import { DueRow } from './DueRow'
import { HomeCard } from './HomeCard'
import { approves, proposalWait } from './today'

const SHOWN = 5

/** What waits for the operator: proposals to answer, then the operator's own. */
export function ToApprove({ me, now }: { me: Me; now: number }) {
  const asked = useQuery(proposalsQuery(false))
  const title = approves(me) ? <Trans>Waiting for your approval</Trans> : <Trans>Your proposals</Trans>
  return (
    <HomeCard title={title} to="/approvals">
      <Loaded
        asked={asked}
        skeleton={<RowsSkeleton count={3} />}
        empty={({ data }) => (data.some(isMine) ? null : <Nothing me={me} />)}
      >
        {({ data }) => <Proposals all={data.filter(isMine).toSorted(toAnswerFirst).slice(0, SHOWN)} now={now} />}
      </Loaded>
    </HomeCard>
  )
}

const isMine = (one: Proposal) => one.can_answer || one.can_withdraw

/** Proposals to answer come first, the oldest of them at the top. */
const toAnswerFirst = (a: Proposal, b: Proposal) =>
  Number(b.can_answer) - Number(a.can_answer) || a.made_at.localeCompare(b.made_at)

function Nothing({ me }: { me: Me }) {
  return (
    <EmptyState art="done" title={<Trans>Nothing is waiting</Trans>}>
      {approves(me) ? (
        <Trans>What another operator proposes appears here.</Trans>
      ) : (
        <Trans>What you propose stays here until a second operator answers.</Trans>
      )}
    </EmptyState>
  )
}

function Proposals({ all, now }: { all: readonly Proposal[]; now: number }) {
  const { t } = useLingui()
  const action = useActionName()
  return (
    <ul className="divide-y divide-line">
      {all.map((one) => (
        <DueRow
          key={one.id}
          title={action(one.action)}
          note={one.can_answer ? t`${one.maker}: “${one.reason}”` : t`Proposed by you, waits for a second operator`}
          wait={proposalWait(one)}
          now={now}
          action={
            <ButtonLink to="/approvals">
              <Trans>Review</Trans>
              <span className="sr-only">: {one.reason}</span>
            </ButtonLink>
          }
        />
      ))}
    </ul>
  )
}
