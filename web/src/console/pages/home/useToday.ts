import { useQuery } from '@tanstack/react-query'
import { pollMs } from '../../api/refresh'
import { alertsQuery } from '../../api/alerts'
import { connectionsQuery } from '../../api/connections'
import { type Me, operatorsQuery, proposalsQuery, waitingQuery } from '../../api/queries'
import { rateBoardQuery } from '../../api/rates'
import { inProgressQuery, todaysWorkQuery } from '../../api/today'
import { reads } from '../../reach'
import type { Today } from './today'

const RATES_MS = 30_000
const LIVE = { refetchInterval: pollMs, refetchOnWindowFocus: 'always' } as const

/** The lists of the operator's day, each only if the role may read it. `isStale` if one could not be refreshed. */
export function useToday(me: Me) {
  const orders = reads(me, '/work')
  const proposals = useQuery(proposalsQuery(false))
  const waiting = useQuery({ ...waitingQuery, ...LIVE, enabled: reads(me, '/verification') })
  const work = useQuery({ ...todaysWorkQuery, ...LIVE, enabled: orders })
  const inProgress = useQuery({ ...inProgressQuery, ...LIVE, enabled: orders })
  // The other parts are shown even if the board cannot be read.
  const rates = useQuery({ ...rateBoardQuery, refetchInterval: RATES_MS, enabled: reads(me, '/rates') })
  // A sandbox has no wallets of its own, and answers 404.
  const connections = useQuery({ ...connectionsQuery, refetchInterval: RATES_MS, enabled: reads(me, '/connections') })
  // The lists are shown even if the server's checks cannot be read.
  const standing = useQuery(alertsQuery)
  const operators = useQuery({ ...operatorsQuery, enabled: reads(me, '/operators') })
  const all = [proposals, waiting, work, inProgress, operators]
  const today: Today = {
    proposals: proposals.data?.data,
    waiting: waiting.data?.data,
    work: work.data,
    inProgress: inProgress.data,
    operators: operators.data?.data,
    rates: rates.data,
    wallets: connections.data?.wallets,
    standing: standing.data,
  }
  return {
    today,
    isLoading: all.some((one) => one.isLoading),
    error: all.find((one) => one.error)?.error,
    refetch: () => Promise.all(all.filter((one) => one.error).map((one) => one.refetch())),
  }
}
