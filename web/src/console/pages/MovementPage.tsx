import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lookMs } from '../api/news'
import { type Me, movementLineQuery, movementQuery } from '../api/queries'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { ActsCard } from './movement/ActsCard'
import { HistoryCard } from './movement/HistoryCard'
import { JobsCard } from './movement/JobsCard'
import { LegsCard } from './movement/LegsCard'
import { MovementHead } from './movement/MovementHead'
import { PartiesCard } from './movement/PartiesCard'
import { PostingsCard } from './movement/PostingsCard'
import { PriceCard } from './movement/PriceCard'
import { ResolveCard } from './movement/ResolveCard'

/** All details of one movement. The audit log records every opening of this page. */
export function MovementPage({ id, me }: { id: string; me: Me }) {
  const found = useQuery(movementQuery(id))
  const expectSoon = useChanges(id, found.data?.version)
  return (
    <>
      <Go to="/movements" className="text-muted hover:text-text">
        <Trans>All transactions</Trans>
      </Go>
      <Loaded asked={found}>
        {(movement) => (
          <div className="grid gap-4">
            <MovementHead movement={movement} />
            <ResolveCard movement={movement} onDone={expectSoon} />
            <div className="grid items-start gap-4 desk:grid-cols-[1fr_340px]">
              <div className="grid min-w-0 gap-4">
                <LegsCard movement={movement} />
                <PostingsCard postings={movement.postings} own={movement.profile_id} />
                <HistoryCard movement={movement} />
              </div>
              <div className="grid min-w-0 gap-4">
                <PriceCard movement={movement} />
                {me.permissions.includes('personal.read') ? <PartiesCard id={movement.id} /> : null}
                <JobsCard jobs={movement.jobs} />
                <ActsCard acts={movement.acts} />
              </div>
            </div>
          </div>
        )}
      </Loaded>
    </>
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
    refetchInterval: (query) => (soon !== undefined && soon === version ? SOON_MS : lookMs(query)),
    refetchOnWindowFocus: 'always',
  })
  const newest = line.data?.data[0]?.version
  useEffect(() => {
    if (version !== undefined && newest !== undefined && newest > version)
      void queries.invalidateQueries({ queryKey: ['movement', id] })
  }, [queries, id, version, newest])
  return () => setSoon(version)
}
