import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignsQuery } from '../api/campaigns'
import type { Me } from '../api/queries'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { Pills } from '../parts/Pills'
import { CampaignCard } from './campaigns/CampaignCard'
import { Clock } from './campaigns/Clock'
import { NewCampaign } from './campaigns/NewCampaign'
import { SourcesReport } from './campaigns/SourcesReport'

/** How often the page is refreshed: a job starts a campaign, after the second operator has agreed. */
const LOOK_MS = 5_000

type Which = 'codes' | 'sources'

/** Promo codes, and where customers came from. */
export function CampaignsPage({ me }: { me: Me }) {
  const { t } = useLingui()
  const [which, setWhich] = useState<Which>('codes')
  return (
    <>
      <PageHead title={<Trans>Campaigns</Trans>} />
      <Pills
        label={t`What to show`}
        value={which}
        onChange={setWhich}
        options={[
          { value: 'codes', label: t`Promo codes` },
          { value: 'sources', label: t`Sources` },
        ]}
      />
      {which === 'codes' ? <Codes may={me.permissions.includes('policies.write')} /> : <SourcesReport />}
    </>
  )
}

function Codes({ may }: { may: boolean }) {
  const found = useQuery({ ...campaignsQuery, refetchInterval: LOOK_MS })
  return (
    <Loaded asked={found}>
      {({ data, time_zone }) => (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Clock zone={time_zone} may={may} />
            {may ? <NewCampaign zone={time_zone} /> : null}
          </div>
          {data.length === 0 ? (
            <EmptyCard art="bookmark" title={<Trans>No campaigns yet</Trans>}>
              <Trans>A campaign lowers your fee for customers with its promo code, or gives them a bonus.</Trans>
            </EmptyCard>
          ) : null}
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-3 desk:grid-cols-2">
            {data.map((campaign) => (
              <CampaignCard key={campaign.id} campaign={campaign} may={may} />
            ))}
          </div>
        </div>
      )}
    </Loaded>
  )
}
