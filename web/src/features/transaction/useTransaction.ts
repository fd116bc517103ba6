import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { connectionStore } from '../../api/connection'
import { transactionQuery } from './queries'

/** One order, live: told over the socket, asked for every 3 s while the socket is away. */
export function useTransaction(id: string) {
  const connection = useSyncExternalStore(connectionStore.subscribe, connectionStore.current)
  return useQuery(transactionQuery(id, connection === 'ok'))
}
