import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '../../api/problem'
import { type Connections, connectionsQuery } from '../api/connections'
import type { Me } from '../api/queries'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { ConnectionCard } from './connections/ConnectionCard'
import { HealthCard } from './connections/HealthCard'
import { PaywayPauses } from './connections/PaywayPauses'
import { WalletCard } from './connections/WalletCard'

/** How often the page is refreshed: a switch is done by a job, after the second operator has agreed. */
const LOOK_MS = 5_000

/** What the tenant has connected, its bank, its cards and its coins, and which payways are off. */
export function ConnectionsPage({ me }: { me: Me }) {
  const found = useQuery({ ...connectionsQuery, refetchInterval: LOOK_MS })
  const may = me.permissions.includes('treasury.write')
  const isMissing = isApiError(found.error) && found.error.status === 404
  return (
    <>
      <PageHead title={<Trans>Connections</Trans>} />
      <div className="mb-3 grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-3 desk:grid-cols-2">
        <PaywayPauses may={may} />
        <HealthCard may={may} />
      </div>
      {isMissing ? (
        <EmptyCard art="lost" title={<Trans>A sandbox has nothing to connect</Trans>}>
          <Trans>Its bank, cards and coins are simulated. A tenant with real customers connects its own here.</Trans>
        </EmptyCard>
      ) : (
        <Loaded asked={found}>{(connections) => <Sections connections={connections} may={may} />}</Loaded>
      )}
    </>
  )
}

function Sections({ connections, may }: { connections: Connections; may: boolean }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-3 desk:grid-cols-2">
      {connections.data.map((one) => (
        <ConnectionCard key={one.kind} of={one} may={may} />
      ))}
      {connections.wallets.map((wallet) => (
        <WalletCard key={wallet.network} wallet={wallet} />
      ))}
    </div>
  )
}
