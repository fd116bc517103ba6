import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client'
import { errorText } from '../../api/problemText'
import { aheadText } from './ahead'

const STEP_SECONDS = 600
const KEY = ['sandbox', 'clock'] as const

/** Advances the sandbox's clock, to skip slow processes such as bank transfers. */
export function SandboxClock({ onProblem }: { onProblem: (words: string | undefined) => void }) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const clock = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await client.GET('/api/client/v1/sandbox/clock', { signal })).data,
  })
  const advance = async () => {
    setBusy(true)
    onProblem(undefined)
    try {
      const body = { seconds: STEP_SECONDS }
      const { data } = await client.POST('/api/client/v1/sandbox/clock/advance', { body })
      queries.setQueryData(KEY, data)
    } catch (error) {
      onProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const ahead = aheadText(clock.data?.ahead_seconds ?? 0)
  return (
    <button type="button" className="sandbox-choice" disabled={busy} aria-busy={busy} onClick={() => void advance()}>
      <b>
        <Trans>Move on 10 minutes</Trans>
      </b>
      <span>
        <Trans>Slow banks will have paid by then. The sandbox clock is {ahead} ahead.</Trans>
      </span>
    </button>
  )
}
