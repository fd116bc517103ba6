import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../api/useSession'
import { offers } from '../host/config'
import { type Held, heldOf } from './held'
import { balancesQuery } from './queries'

/** What stands on the person's balances; `undefined` while it is not known, and where no balances are offered. */
export function useHeld(): Held | undefined {
  const isKnown = useSession().status === 'in'
  const { data } = useQuery({ ...balancesQuery, enabled: isKnown && offers('balances') })
  return useMemo(() => data && heldOf(data.data), [data])
}
