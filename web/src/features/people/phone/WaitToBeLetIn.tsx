import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { enterBy, lookAtCode } from '../../../api/handOver'
import { isApiError } from '../../../api/problem'
import { errorText } from '../../../api/problemText'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Notice } from '../../../ui/Notice'
import { Spinner } from '../../../ui/Spinner'

/** Read across a desk. */
const NUMBER = { fontSize: 44 }
const LOOK_MS = 1_500

type WaitProps = {
  code: string
  /** This device's own secret, without which the code opens nothing. */
  secret: string
  number: number
  onIn: () => void
  onBlocked: () => void
  ended: (state: 'expired' | 'refused') => ReactNode
}

/** Shows the number to compare, and signs in as soon as the other device approves. */
export function WaitToBeLetIn({ code, secret, number, onIn, onBlocked, ended }: WaitProps) {
  const [problem, setProblem] = useState<string>()
  const seen = useQuery({
    queryKey: ['on-phone', 'asked', code],
    queryFn: ({ signal }) => lookAtCode(code, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => (/allowed|used|expired|refused/.test(state.data?.state ?? '') ? false : LOOK_MS),
  })
  const state = seen.data?.state
  const enter = async () => {
    setProblem(undefined)
    try {
      await enterBy(code, secret)
      onIn()
    } catch (error) {
      if (isApiError(error) && error.code === 'USER_BLOCKED') onBlocked()
      else setProblem(errorText(error))
    }
  }
  const enterAtOnce = useEffectEvent(() => void enter())
  useEffect(() => {
    if (state === 'allowed') enterAtOnce()
  }, [state])
  if (state === 'expired' || state === 'refused') return ended(state)
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Let this device in</Trans>
      </h1>
      <div className="mt-4 grid gap-4 text-center">
        <p className="text-left text-muted">
          <Trans>
            Your other device shows the same number. Let this one in there, and this page goes on by itself.
          </Trans>
        </p>
        <p className="font-mono font-semibold tracking-[0.12em]" style={NUMBER} data-testid="device-number">
          {number}
        </p>
        {problem ? (
          <>
            <Notice tone="bad">{problem}</Notice>
            <Button onClick={() => void enter()}>
              <Trans>Try again</Trans>
            </Button>
          </>
        ) : (
          <p role="status" className="grid justify-items-center text-brand">
            <Spinner size={28} />
            <span className="sr-only">
              <Trans>Waiting for the other device</Trans>
            </span>
          </p>
        )}
      </div>
    </Card>
  )
}
