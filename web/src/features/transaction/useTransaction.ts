import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../realtime/live'
import { transactionQuery } from './queries'

/** One order, live: updated over the socket, polled every 3 s without it. */
export function useTransaction(id: string) {
  return useQuery(transactionQuery(id, useLive()))
}
