import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../api/problem'
import { keepAccount } from './queries'

/** Cancels the account closure. A closure that no longer exists counts as success. */
export function useKeepAccount() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const keep = () => {
    setBusy(true)
    setProblem(undefined)
    keepAccount()
      .catch((error) => {
        if (!(isApiError(error) && error.status === 404)) throw error
      })
      .then(() => queries.invalidateQueries({ queryKey: ['person'] }))
      .catch(setProblem)
      .finally(() => setBusy(false))
  }
  return { keep, busy, problem }
}
