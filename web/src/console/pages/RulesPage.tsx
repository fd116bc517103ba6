import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Me } from '../api/queries'
import { type RulesInfo, rulesQuery } from '../api/rules'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { ChangesBar } from './rules/ChangesBar'
import { ConfirmationsCard } from './rules/ConfirmationsCard'
import { CountriesCard } from './rules/CountriesCard'
import { CurrenciesCard } from './rules/CurrenciesCard'
import { FeeRulesCard } from './rules/FeeRulesCard'
import { FeesCard } from './rules/FeesCard'
import { GuaranteeCard } from './rules/GuaranteeCard'
import { LifetimesCard } from './rules/LifetimesCard'
import { LimitsCard } from './rules/LimitsCard'
import { NewAddressesCard } from './rules/NewAddressesCard'
import { PaywaysCard } from './rules/PaywaysCard'
import { ReferralCard } from './rules/ReferralCard'
import { RelianceCard } from './rules/RelianceCard'
import { RulesNotices } from './rules/RulesNotices'
import { TiersCard } from './rules/TiersCard'
import { TravelRuleCard } from './rules/TravelRuleCard'
import { useDraft } from './rules/useDraft'

/** The rules of the tenant. A tenant administrator changes them, and a second operator approves. */
export function RulesPage({ me }: { me: Me }) {
  const found = useQuery(rulesQuery)
  const mayWrite = me.permissions.includes('policies.write')
  return (
    <>
      <PageHead title={<Trans>Rules</Trans>}>
        <Go to="/rules/versions" className="inline-flex min-h-11 items-center font-semibold text-brand">
          <Trans>Versions</Trans>
        </Go>
      </PageHead>
      <Loaded asked={found}>{(loaded) => <Sections loaded={loaded} mayWrite={mayWrite} />}</Loaded>
    </>
  )
}

function Sections({ loaded, mayWrite }: { loaded: RulesInfo; mayWrite: boolean }) {
  const draft = useDraft(loaded)
  const canEdit = mayWrite && !loaded.next_at
  const section = canEdit
    ? { rules: draft.rules, was: draft.from.rules, onChange: draft.change }
    : { rules: loaded.rules, was: loaded.rules, onChange: undefined }
  // A column, not a grid: the bar sticks within the whole of it.
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <RulesNotices mayWrite={mayWrite} nextAt={loaded.next_at} />
      <FeesCard {...section} />
      <FeeRulesCard {...section} version={canEdit ? draft.from.version : loaded.version} partners={loaded.partners} />
      <PaywaysCard {...section} />
      <LimitsCard {...section} />
      <TiersCard {...section} />
      <ConfirmationsCard {...section} networks={loaded.networks} />
      <LifetimesCard {...section} />
      <TravelRuleCard {...section} />
      <NewAddressesCard {...section} />
      <CurrenciesCard {...section} />
      <CountriesCard {...section} />
      <RelianceCard {...section} importers={loaded.importers} />
      <ReferralCard {...section} />
      <GuaranteeCard {...section} />
      {canEdit && draft.changes > 0 ? <ChangesBar draft={draft} /> : null}
    </div>
  )
}
