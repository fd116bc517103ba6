import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../api/useSession'
import { offers } from '../host/config'
import { type Held, heldOf } from './held'
import { balancesQuery } from './queries'

/** The available balances. `undefined` until they have loaded, and if the tenant offers no balances. */
export function useHeld(): Held | undefined {
  const isKnown = useSession().status === 'in'
  const { data } = useQuery({ ...balancesQuery, enabled: isKnown && offers('balances') })
  return useMemo(() => data && heldOf(data.data), [data])
}
