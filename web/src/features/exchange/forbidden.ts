import { useEffect, useRef } from 'react'
import { problemCode } from '../../flow/problem'

/** The country that the person lives in is not served any more. */
export const isForbidden = (error: unknown) => problemCode(error) === 'COUNTRY_NOT_ALLOWED'

/** Leaves when an answer says so; any later answer would say the same. */
export function useForbidden(error: unknown, leave: () => void): void {
  const go = useRef(leave)
  go.current = leave
  const forbidden = isForbidden(error)
  useEffect(() => {
    if (forbidden) go.current()
  }, [forbidden])
}
