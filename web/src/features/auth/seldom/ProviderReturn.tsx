import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Challenge } from '../../../api/signInCode'
import { type ApiError, isApiError } from '../../../api/problem'
import { errorText } from '../../../api/problemText'
import { resolved, signedIn } from '../../../api/session'
import { signIn } from '../../../api/signIn'
import { Card } from '../../../ui/Card'
import { Notice } from '../../../ui/Notice'
import { Spinner } from '../../../ui/Spinner'
import { type AtProvider, cameBack } from '../../../api/atProvider'
import { pendingLogin } from '../pendingLogin'

type Outcome = { kind: 'stopped' | 'lost' | 'failed'; error?: unknown; linking: boolean }

type ProviderReturnProps = {
  state: string
  /** The user declined at the provider. */
  refused: boolean
  onSignedIn: (back: string | undefined) => void
  onLinked: () => void
  /** The address already has an account and was sent a code. The sign-in page asks for it. */
  onCode: () => void
  onBlocked: () => void
  again: (words: ReactNode) => ReactNode
}

/** The provider's redirect target: completes the sign-in that this tab began. */
export function ProviderReturn(props: ProviderReturnProps) {
  const { state, refused, again } = props
  const [outcome, setOutcome] = useState<Outcome>()
  // Only once: the server accepts each sign-in a single time.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const kept = cameBack(state)
    const linking = kept?.purpose === 'link'
    if (refused) return setOutcome({ kind: 'stopped', linking })
    if (!kept) return setOutcome({ kind: 'lost', linking })
    finish(kept, props).catch((error: unknown) => {
      if (isApiError(error) && error.code === 'USER_BLOCKED') return props.onBlocked()
      if (isApiError(error) && error.code === 'EMAIL_ALREADY_LINKED_ERROR' && keepCode(kept, error))
        return props.onCode()
      setOutcome({ kind: 'failed', error, linking })
    })
  })
  return (
    <Card>
      <h1 tabIndex={-1}>
        {!outcome ? (
          <Trans>One moment</Trans>
        ) : outcome.linking ? (
          <Trans>Nothing was linked</Trans>
        ) : (
          <Trans>You are not signed in</Trans>
        )}
      </h1>
      <div className="mt-4 grid justify-items-start gap-4">
        {outcome ? (
          <>
            <Notice tone={outcome.kind === 'stopped' ? 'wait' : 'bad'}>
              <Words outcome={outcome} />
            </Notice>
            {again(outcome.linking ? <Trans>Back</Trans> : <Trans>Back to sign-in</Trans>)}
          </>
        ) : (
          <Spinner />
        )}
      </div>
    </Card>
  )
}

function Words({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'stopped') return <Trans>You stopped the sign-in. Nothing was changed.</Trans>
  if (outcome.kind === 'lost') return <Trans>This sign-in has expired or has already been used. Start again.</Trans>
  if (isApiError(outcome.error) && outcome.error.code === 'NON_UNIQUE_VALUE')
    return <Trans>That account is already linked to another customer, or you already have another one linked.</Trans>
  if (isApiError(outcome.error) && outcome.error.code === 'SERVICE_UNAVAILABLE')
    return <Trans>This way of signing in is unavailable now. Use a code, or try again later.</Trans>
  return errorText(outcome.error)
}

async function finish(kept: AtProvider, props: ProviderReturnProps): Promise<void> {
  const proof = { state: kept.state, secret: kept.secret }
  if (kept.purpose === 'login') {
    signedIn(await signIn.finish(kept.provider, proof))
    return props.onSignedIn(kept.back)
  }
  // Leaving for the provider unloaded the page, so the session must be restored from the cookie.
  await resolved()
  await signIn.finishLinking(kept.provider, proof)
  props.onLinked()
}

/** Stores the code that was sent as the pending login of the sign-in page. */
function keepCode(kept: AtProvider, error: ApiError): boolean {
  const { email, link, challenge_id, resend_after_s, expires_at } = error.meta
  if (typeof email !== 'string' || typeof link !== 'string') return false
  const challenge = { challenge_id, resend_after_s, expires_at } as Challenge
  pendingLogin.begin(email, challenge, { token: link, provider: kept.provider })
  return true
}
