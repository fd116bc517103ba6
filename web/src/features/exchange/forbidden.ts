import { useEffect, useRef } from 'react'
import { problemCode } from '../../domain/problem'

/** Whether residents of the customer's country are no longer served. */
export const isForbidden = (error: unknown) => problemCode(error) === 'COUNTRY_NOT_ALLOWED'

/** Leaves the page on such an error; a retry would fail too. */
export function useForbidden(error: unknown, leave: () => void): void {
  const go = useRef(leave)
  go.current = leave
  const forbidden = isForbidden(error)
  useEffect(() => {
    if (forbidden) go.current()
  }, [forbidden])
}
