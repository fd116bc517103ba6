import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { enterBy, type HandOverInfo, lookAtCode } from '../../../api/handOver'
import { isApiError } from '../../../api/problem'
import { errorText } from '../../../api/problemText'
import { useSession } from '../../../api/useSession'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Line, Lines } from '../../../ui/Lines'
import { Notice } from '../../../ui/Notice'
import { SkeletonRows } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import type { Proof } from '../documents/queries'

type ArrivalProps = {
  of: Proof
  code: string | undefined
  /** Signed in: continue with the pictures. */
  onGoOn: () => void
  onBlocked: () => void
  /** Link to the profile of the current session. */
  profile: ReactNode
}

/** The next step, in the texts of the other pages. Copied, so that the phone need not load those pages. */
const COMES: Record<Proof, MessageDescriptor> = {
  identity: msg`Show a document`,
  address: msg`Prove your address`,
  source_of_funds: msg`Tell us where your money comes from`,
}

/**
 * The page that a phone opens from the QR code: shows the account and the purpose, and signs in on a button. Link
 * previews, which open the address automatically, press no button.
 */
export function Arrival({ of, code, onGoOn, onBlocked, profile }: ArrivalProps) {
  const asked = useQuery({
    queryKey: ['on-phone', 'arrival', code],
    queryFn: ({ signal }) => lookAtCode(code ?? '', signal),
    enabled: code !== undefined,
    gcTime: 0,
  })
  if (!code || isNoCode(asked.error)) return <Ended state="expired" />
  if (asked.isError && !asked.data) {
    return (
      <Card>
        <ErrorState onRetry={() => void asked.refetch()}>{errorText(asked.error)}</ErrorState>
      </Card>
    )
  }
  if (!asked.data) {
    return (
      <Card>
        <SkeletonRows count={3} />
      </Card>
    )
  }
  if (asked.data.state !== 'good') return <Ended state={asked.data.state} />
  const again = async () => void (await asked.refetch())
  return <Ready {...{ of, code, info: asked.data, onGoOn, onBlocked, onRefused: again, profile }} />
}

const isNoCode = (error: unknown) =>
  isApiError(error) && (error.code === 'SIGN_IN_EXPIRED' || error.code === 'VALIDATION_ERROR')

function Ended({ state }: { state: 'used' | 'expired' }) {
  return (
    <Card>
      <h1 tabIndex={-1}>
        {state === 'used' ? <Trans>This code has already been used</Trans> : <Trans>This code has expired</Trans>}
      </h1>
      <p className="mt-3 text-muted">
        {state === 'used' ? (
          <Trans>
            A code works for one phone, once. To continue here, create a new one on your computer. If someone else used
            it, open Profile, Devices there and sign out the devices you do not recognise.
          </Trans>
        ) : (
          <Trans>A code works for two minutes. Create a new one on your computer and scan it.</Trans>
        )}
      </p>
    </Card>
  )
}

type ReadyProps = Omit<ArrivalProps, 'code'> & { code: string; info: HandOverInfo; onRefused: () => Promise<void> }

function Ready({ of, code, info, onGoOn, onBlocked, onRefused, profile }: ReadyProps) {
  const { i18n } = useLingui()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  // During the sign-in, the session is the code's own.
  const here = session.status === 'in' && !busy ? session : undefined
  if (here && here.uuid !== info.uuid) return <SomebodyElse email={here.email} profile={profile} />
  const goOn = async () => {
    if (here) return onGoOn()
    setBusy(true)
    setProblem(undefined)
    try {
      await enterBy(code)
      onGoOn()
    } catch (error) {
      if (isApiError(error) && error.code === 'USER_BLOCKED') return onBlocked()
      if (isNoCode(error)) await onRefused()
      else setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Continue on your phone</Trans>
      </h1>
      <div className="mt-4 grid gap-4">
        <Lines>
          <Line label={<Trans>Whose account</Trans>}>{info.email}</Line>
          <Line label={<Trans>What comes next</Trans>}>{i18n._(COMES[of])}</Line>
        </Lines>
        <p className="text-muted">
          {here ? (
            <Trans>You are already signed in on this phone.</Trans>
          ) : (
            <Trans>You will be signed in on this phone too. You can end that under Profile, Devices.</Trans>
          )}
        </p>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <Button busy={busy} onClick={() => void goOn()}>
          <Trans>Go on</Trans>
        </Button>
        <Notice>
          <Trans>
            Did someone send you this link? Then close this page: your pictures would go to an account that is not
            yours.
          </Trans>
        </Notice>
      </div>
    </Card>
  )
}

function SomebodyElse({ email, profile }: { email: string; profile: ReactNode }) {
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Another account is signed in here</Trans>
      </h1>
      <p className="mt-3 mb-4 text-muted">
        <Trans>
          This phone is signed in as <b className="break-all">{email}</b>. Sign out first, then scan the code again.
        </Trans>
      </p>
      {profile}
    </Card>
  )
}
