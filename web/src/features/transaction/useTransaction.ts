import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../realtime/live'
import { transactionQuery } from './queries'

/** One order, live: told over the socket, asked for every 3 s while the socket is away. */
export function useTransaction(id: string) {
  return useQuery(transactionQuery(id, useLive()))
}
