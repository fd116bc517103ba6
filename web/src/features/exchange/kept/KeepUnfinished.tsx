import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../../api/useSession'
import { useDraft } from '../../../domain/draft'
import { savedQuery } from '../../../domain/savedRequisites'
import { host } from '../../../host/adapter'
import { exchangeDraft, RESTORED } from '../draft'
import { choicesOf } from './choices'
import { keepUnfinished, unfinishedQuery } from './unfinished'

/** The time without a change after which the server gets the draft. The server takes one change a second. */
const REST_MS = 1_500

/**
 * Keeps the draft of this tab on the server, so that another device can continue it. Also a draft from before the
 * sign-in. A failure is not shown: the draft stays in the tab, and the next change is sent.
 */
export default function KeepUnfinished() {
  const queries = useQueryClient()
  const session = useSession()
  const draft = useDraft(exchangeDraft)
  // Another company's page decides itself what its visitors do.
  const isIn = session.status === 'in' && host.chrome === 'full'
  useEffect(() => {
    // What a reload restores was sent before. Meanwhile the order may have been made on another device.
    if (!isIn || draft === RESTORED) return
    const timer = setTimeout(() => void send().catch(() => undefined), REST_MS)
    return () => clearTimeout(timer)

    async function send() {
      const { requisite } = draft
      const isOutside = requisite?.kind === 'address' || requisite?.kind === 'iban'
      const saved = isOutside ? await queries.ensureQueryData(savedQuery) : []
      const choices = choicesOf(draft, saved)
      const { queryKey } = unfinishedQuery
      if (!choices || JSON.stringify(queries.getQueryData(queryKey)) === JSON.stringify(choices)) return
      await keepUnfinished(choices)
      queries.setQueryData(queryKey, choices)
    }
  }, [draft, isIn, queries])
  return null
}
