import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { askWithCode, type HandOverInfo, lookAtCode } from '../../../api/handOver'
import { isApiError } from '../../../api/problem'
import { errorText } from '../../../api/problemText'
import { useSession } from '../../../api/useSession'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Line, Lines } from '../../../ui/Lines'
import { Notice } from '../../../ui/Notice'
import { SkeletonRows } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import type { Carried } from './link'
import { WaitToBeLetIn } from './WaitToBeLetIn'

type ArrivalProps = {
  of: Carried
  code: string | undefined
  /** Signed in: continue with the pictures, or with the order. */
  onGoOn: (order: string | undefined) => void
  onBlocked: () => void
  /** Link to the profile of the current session. */
  profile: ReactNode
}

/** The next step, in the texts of the other pages. Copied, so that the phone need not load those pages. */
const COMES: Record<Carried, MessageDescriptor> = {
  identity: msg`Show a document`,
  address: msg`Prove your address`,
  source_of_funds: msg`Tell us where your money comes from`,
  order: msg`Go on with your order`,
}

/**
 * The page that another device opens from the QR code: shows the account and the purpose, asks on a button, and signs in
 * when the first device has let it in. Link previews, which open the address automatically, press no button.
 */
export function Arrival({ of, code, onGoOn, onBlocked, profile }: ArrivalProps) {
  // Only this device may go on with a code that it has asked with.
  const [asking, setAsking] = useState<Asking>()
  const asked = useQuery({
    queryKey: ['on-phone', 'arrival', code],
    queryFn: ({ signal }) => lookAtCode(code ?? '', signal),
    enabled: code !== undefined && !asking,
    gcTime: 0,
  })
  if (asking && code) {
    return (
      <WaitToBeLetIn
        {...asking}
        code={code}
        onIn={() => onGoOn(asking.order)}
        onBlocked={onBlocked}
        ended={(state) => <Ended state={state} />}
      />
    )
  }
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
  const { data: info } = asked
  if (info.state === 'expired' || info.state === 'refused') return <Ended state={info.state} />
  // Another device has asked with it.
  if (info.state !== 'good') return <Ended state="used" />
  const order = info.transaction_id
  return (
    <Ready
      of={info.step === 'order' ? 'order' : of}
      code={code}
      info={info}
      onGoOn={() => onGoOn(order)}
      onAsking={(own) => setAsking({ ...own, order })}
      onRefused={async () => void (await asked.refetch())}
      profile={profile}
    />
  )
}

type Asking = { secret: string; number: number; order: string | undefined }

const isNoCode = (error: unknown) =>
  isApiError(error) && (error.code === 'SIGN_IN_EXPIRED' || error.code === 'VALIDATION_ERROR')

function Ended({ state }: { state: 'used' | 'expired' | 'refused' }) {
  if (state === 'refused') {
    return (
      <Card>
        <h1 tabIndex={-1}>
          <Trans>This device was not let in</Trans>
        </h1>
        <p className="mt-3 text-muted">
          <Trans>If that was a mistake, create a new code on your other device and open it here.</Trans>
        </p>
      </Card>
    )
  }
  return (
    <Card>
      <h1 tabIndex={-1}>
        {state === 'used' ? <Trans>This code has already been used</Trans> : <Trans>This code has expired</Trans>}
      </h1>
      <p className="mt-3 text-muted">
        {state === 'used' ? (
          <Trans>
            A code works for one device, once. To continue here, create a new one on your other device. If someone else
            used it, open Profile, Devices there and sign out the devices you do not recognise.
          </Trans>
        ) : (
          <Trans>A code works for five minutes. Create a new one on your other device and open it here.</Trans>
        )}
      </p>
    </Card>
  )
}

type ReadyProps = Pick<ArrivalProps, 'of' | 'profile'> & {
  code: string
  info: HandOverInfo
  onGoOn: () => void
  onAsking: (own: { secret: string; number: number }) => void
  onRefused: () => Promise<void>
}

function Ready({ of, code, info, onGoOn, onAsking, onRefused, profile }: ReadyProps) {
  const { i18n } = useLingui()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const here = session.status === 'in' ? session : undefined
  if (here && here.uuid !== info.uuid) return <OtherAccount email={here.email} profile={profile} />
  const goOn = async () => {
    if (here) return onGoOn()
    setBusy(true)
    setProblem(undefined)
    try {
      onAsking(await askWithCode(code))
    } catch (error) {
      if (isNoCode(error)) await onRefused()
      else setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Continue on this device</Trans>
      </h1>
      <div className="mt-4 grid gap-4">
        <Lines>
          <Line label={<Trans>Whose account</Trans>}>{info.email}</Line>
          <Line label={<Trans>What comes next</Trans>}>{i18n._(COMES[of])}</Line>
        </Lines>
        <p className="text-muted">
          {here ? (
            <Trans>You are already signed in on this device.</Trans>
          ) : (
            <Trans>
              You let this device in on the other one, and are then signed in here too. You can end that under Profile,
              Devices.
            </Trans>
          )}
        </p>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <Button busy={busy} onClick={() => void goOn()}>
          <Trans>Go on</Trans>
        </Button>
        <Notice>
          <Trans>
            Did someone send you this link? Then close this page: what you enter would go to an account that is not
            yours.
          </Trans>
        </Notice>
      </div>
    </Card>
  )
}

function OtherAccount({ email, profile }: { email: string; profile: ReactNode }) {
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Another account is signed in here</Trans>
      </h1>
      <p className="mt-3 mb-4 text-muted">
        <Trans>
          This device is signed in as <b className="break-all">{email}</b>. Sign out first, then open the code again.
        </Trans>
      </p>
      {profile}
    </Card>
  )
}
