import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { codeForPhone, lookAtCode } from '../../../api/handOver'
import { errorText } from '../../../api/problemText'
import { clockSkew, countdownText, useSecondsLeft } from '../../../domain/clock'
import { Button } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import { Notice } from '../../../ui/Notice'
import { QrCode } from '../../../ui/QrCode'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { TextField } from '../../../ui/TextField'
import { documentsQuery, type Proof } from '../documents/queries'
import { phoneLink } from './link'

/** The code is polled more often than the pictures. */
const LOOK_MS = 2_000
const PICTURES_MS = 3_000

/** Continues on the phone's camera. The code is created on demand, because it is valid for only two minutes. */
export default function OnPhone({ of }: { of: Proof }) {
  const [open, setOpen] = useState(false)
  if (open) return <PhoneCode of={of} onClose={() => setOpen(false)} />
  return (
    <Button variant="quiet" onClick={() => setOpen(true)}>
      <Smartphone size={18} aria-hidden="true" />
      <Trans>Continue on your phone</Trans>
    </Button>
  )
}

/** A code and its state. */
function usePhoneCode(of: Proof) {
  const made = useQuery({
    queryKey: ['on-phone', of],
    queryFn: ({ signal }) => codeForPhone(signal),
    // Each request creates another code.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const code = made.data
  const seen = useQuery({
    queryKey: ['on-phone', of, code?.expires_at],
    queryFn: ({ signal }) => lookAtCode(code?.code ?? '', signal),
    enabled: code !== undefined,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'good' ? false : LOOK_MS),
  })
  const seconds = useSecondsLeft(code?.expires_at, code ? clockSkew(code.server_time, made.dataUpdatedAt) : 0)
  const told = seen.data?.state
  const state = told === 'used' ? told : told === 'expired' || seconds === 0 ? 'expired' : 'good'
  return { made, link: code ? phoneLink(location.origin, of, code.code) : undefined, seconds, state } as const
}

function PhoneCode({ of, onClose }: { of: Proof; onClose: () => void }) {
  const { made, link, seconds, state } = usePhoneCode(of)
  // Shows the phone's uploads, and continues after it submits them.
  useQuery({ ...documentsQuery(of), refetchInterval: PICTURES_MS })
  const renew = () => void made.refetch()
  return (
    <section className="grid gap-4 rounded-m border border-line p-4">
      <h2 className="text-[16px] font-[570]">
        <Trans>Take the pictures with your phone</Trans>
      </h2>
      {made.isFetching ? (
        <Skeleton className="mx-auto size-[224px]" />
      ) : made.isError || !link ? (
        <ErrorState onRetry={renew}>{errorText(made.error)}</ErrorState>
      ) : (
        <Shown state={state} renew={renew}>
          <Scan link={link} seconds={seconds} />
        </Shown>
      )}
      <Button variant="text" onClick={onClose}>
        <Trans>Use this computer instead</Trans>
      </Button>
    </section>
  )
}

type ShownProps = { state: 'good' | 'used' | 'expired'; renew: () => void; children: ReactNode }

function Shown({ state, renew, children }: ShownProps) {
  return (
    <>
      <div role="status" className="empty:hidden">
        {state === 'used' ? (
          <Notice tone="ok">
            <Trans>Your phone is connected. Take the pictures there: this page continues by itself.</Trans>
          </Notice>
        ) : state === 'expired' ? (
          <Notice tone="wait">
            <Trans>The code has expired.</Trans>
          </Notice>
        ) : null}
      </div>
      {state === 'good' ? (
        children
      ) : (
        <Button variant="quiet" onClick={renew}>
          <Trans>Make a new code</Trans>
        </Button>
      )}
    </>
  )
}

function Scan({ link, seconds }: { link: string; seconds: number }) {
  const { t } = useLingui()
  const left = countdownText(seconds)
  return (
    <>
      <p className="text-muted">
        <Trans>
          Scan this with your phone’s camera. It signs the phone in to your account, so do not show it to anyone.
        </Trans>
      </p>
      <div className="mx-auto rounded-m bg-white p-3">
        <QrCode text={link} label={t`QR code for your phone`} size={200} />
      </div>
      <p aria-live="off" className="text-center text-[14px] text-muted">
        <Trans>It works once, for {left}.</Trans>
      </p>
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <TextField
            label={<Trans>Cannot scan it? Open this on your phone</Trans>}
            value={link}
            onChange={ignore}
            readOnly
            mono
          />
        </div>
        <CopyButton text={link} label={t`Copy the link`} />
      </div>
    </>
  )
}

/** A read-only field to copy from. */
const ignore = () => undefined
