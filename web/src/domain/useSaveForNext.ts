import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '../api/exchangeTypes'
import { notify } from '../ui/toast'
import type { SavableRequisite } from './savedRequisites'

/** The choice "Save for next time" of a form. The code that saves loads on demand. */
export function useSaveForNext(to: Endpoint | undefined) {
  const queries = useQueryClient()
  const [checked, onChange] = useState(false)

  /**
   * Saves the details of a submitted form if the customer chose so. A failure does not stop the flow. `otherName` says
   * that the account is not in the customer's own name.
   */
  const save = (requisite: SavableRequisite, otherName?: string) => {
    if (!to || !checked) return
    import('./savedRequisites')
      .then((saved) => saved.saveUnlessSaved(queries, to, requisite, otherName))
      .catch(notify.failed)
  }
  return { checked, onChange, save }
}
