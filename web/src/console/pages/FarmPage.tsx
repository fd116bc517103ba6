import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { type Season, seasonsQuery } from '../api/farm'
import type { Me } from '../api/queries'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { Panel } from '../parts/Panel'
import { SeasonCard } from './farm/SeasonCard'
import { SeasonForm } from './farm/SeasonForm'

/** How often the page is refreshed: a job starts a season, after the second operator has agreed. */
const LOOK_MS = 5_000

/** Seasons of the farm: their rules, numbers and switch. */
export function FarmPage({ me }: { me: Me }) {
  const found = useQuery({ ...seasonsQuery, refetchInterval: LOOK_MS })
  const may = me.permissions.includes('policies.write')
  // The season that is edited, or a new one.
  const [edited, setEdited] = useState<Season | 'new'>()
  const close = () => setEdited(undefined)
  return (
    <>
      <PageHead title={<Trans>Farm</Trans>} />
      <Loaded asked={found}>
        {({ data, proposal, time_zone: zone }) => (
          <div className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="text-[14px] text-muted">
                <Trans>Days of a new season begin and end in {zone}.</Trans>
              </p>
              {may ? (
                <Button small onClick={() => setEdited('new')}>
                  <Trans>New season</Trans>
                </Button>
              ) : null}
            </div>
            {data.length === 0 ? (
              <EmptyCard art="hourglass" title={<Trans>No seasons yet</Trans>}>
                <Trans>In a season customers get points for what they do, and exchange them into your money.</Trans>
              </EmptyCard>
            ) : null}
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-3 desk:grid-cols-2">
              {data.map((season) => (
                <SeasonCard key={season.id} season={season} may={may} onEdit={() => setEdited(season)} />
              ))}
            </div>
            <Panel
              open={edited !== undefined}
              onClose={close}
              title={edited === 'new' ? <Trans>New season</Trans> : <Trans>Change the draft</Trans>}
            >
              {edited === 'new' ? <SeasonForm id={undefined} content={proposal} zone={zone} onClose={close} /> : null}
              {edited && edited !== 'new' ? (
                <SeasonForm id={edited.id} content={edited.content} zone={zone} onClose={close} />
              ) : null}
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  )
}
