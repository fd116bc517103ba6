import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pollMs } from '../api/refresh'
import { type Me, type Movement, movementLineQuery, movementQuery } from '../api/queries'
import { Loaded } from '../parts/Loaded'
import { BackTo } from '../parts/PageHead'
import { reads } from '../reach'
import { ActsCard } from './movement/ActsCard'
import { DisputesCard } from './movement/DisputesCard'
import { HistoryCard } from './movement/HistoryCard'
import { JobsCard } from './movement/JobsCard'
import { LegsCard } from './movement/LegsCard'
import { MovementHead, SummaryCard } from './movement/MovementHead'
import { NetworkFeeCard } from './movement/NetworkFeeCard'
import { PartiesCard } from './movement/PartiesCard'
import { PostingsCard } from './movement/PostingsCard'
import { PriceCard } from './movement/PriceCard'
import { ResolveCard } from './movement/ResolveCard'
import { StepsCard } from './movement/StepsCard'

/** All details of one movement. The audit log records every opening of this page. */
export function MovementPage({ id, me }: { id: string; me: Me }) {
  const found = useQuery(movementQuery(id))
  const expectSoon = useChanges(id, found.data?.version)
  return (
    <>
      <BackTo to="/movements">
        <Trans>All transactions</Trans>
      </BackTo>
      <Loaded asked={found}>{(movement) => <Whole movement={movement} me={me} onDecided={expectSoon} />}</Loaded>
    </>
  )
}

type WholeProps = { movement: Movement; me: Me; onDecided: () => void }

/** What it is and what can be decided come first, also on a phone; the evidence follows. */
function Whole({ movement, me, onDecided }: WholeProps) {
  return (
    <div className="grid gap-3">
      <MovementHead movement={movement} />
      <div className="grid items-start gap-3 desk:grid-cols-[minmax(0,1fr)_306px] desk:grid-rows-[auto_1fr]">
        <SummaryCard movement={movement} />
        <div className="grid min-w-0 gap-3 desk:col-start-2 desk:row-span-2">
          <ResolveCard movement={movement} onDone={onDecided} />
          <NetworkFeeCard movement={movement} />
          <StepsCard steps={movement.steps} />
          <PriceCard movement={movement} />
          {me.permissions.includes('personal.read') ? <PartiesCard id={movement.id} /> : null}
          <JobsCard jobs={movement.jobs} />
          <ActsCard acts={movement.acts} />
        </div>
        <div className="grid min-w-0 gap-3 desk:col-start-1">
          <DisputesCard disputes={movement.disputes} />
          <LegsCard movement={movement} />
          <PostingsCard postings={movement.postings} own={movement.profile_id} isLinked={reads(me, '/ledger')} />
          <HistoryCard movement={movement} />
        </div>
      </div>
    </div>
  )
}

/** A job executes the decision. The page polls at this interval until then. */
const SOON_MS = 1_500

/** Refetches the movement when its list entry has a new version. Returns a function that polls faster until then. */
function useChanges(id: string, version: number | undefined): () => void {
  const queries = useQueryClient()
  const [soon, setSoon] = useState<number>()
  const line = useQuery({
    ...movementLineQuery(id),
    enabled: version !== undefined,
    refetchInterval: (query) => (soon !== undefined && soon === version ? SOON_MS : pollMs(query)),
    refetchOnWindowFocus: 'always',
  })
  const newest = line.data?.data[0]?.version
  useEffect(() => {
    if (version !== undefined && newest !== undefined && newest > version)
      void queries.invalidateQueries({ queryKey: ['movement', id] })
  }, [queries, id, version, newest])
  return () => setSoon(version)
}
