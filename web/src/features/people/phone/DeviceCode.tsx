import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { answerDevice, type Continued, codeForDevice, lookAtCode } from '../../../api/handOver'
import { errorText } from '../../../api/problemText'
import { clockSkew, countdownText, useSecondsLeft } from '../../../domain/clock'
import { Button } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import { Notice } from '../../../ui/Notice'
import { QrCode } from '../../../ui/QrCode'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { TextField } from '../../../ui/TextField'
import { phoneLink } from './link'

/** Read across a desk. */
const NUMBER = { fontSize: 44 }
const LOOK_MS = 2_000

type Asking = { number: number; name: string }
type State = 'good' | 'asked' | 'allowed' | 'refused' | 'used' | 'expired'

/** A code and its state. */
function useDeviceCode(continued: Continued) {
  const made = useQuery({
    queryKey: ['on-phone', continued],
    queryFn: ({ signal }) => codeForDevice(continued, signal),
    // Each request creates another code.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const code = made.data
  const seen = useQuery({
    queryKey: ['on-phone', continued, code?.expires_at],
    queryFn: ({ signal }) => lookAtCode(code?.code ?? '', signal),
    enabled: code !== undefined,
    gcTime: 0,
    refetchInterval: ({ state }) => (/used|expired|refused/.test(state.data?.state ?? '') ? false : LOOK_MS),
  })
  const seconds = useSecondsLeft(code?.expires_at, code ? clockSkew(code.server_time, made.dataUpdatedAt) : 0)
  const told: State = seen.data?.state ?? 'good'
  const isOver = seconds === 0 && told !== 'used' && told !== 'refused'
  const state: State = isOver ? 'expired' : told
  const asking: Asking | undefined = seen.data?.asking ?? undefined
  return { made, code: code?.code, seconds, state, asking, look: () => void seen.refetch() } as const
}

type DeviceCodeProps = {
  continued: Continued
  title: ReactNode
  /** The text when the other device is connected. */
  connected: ReactNode
  /** The words of the way back to this device. */
  close: ReactNode
  onClose: () => void
  /** Another way to carry the code than by QR code and link. */
  other?: (code: string) => ReactNode
}

/** A code for another device, and the question whether to let that device in. */
export function DeviceCode({ continued, title, connected, close, onClose, other }: DeviceCodeProps) {
  const { made, code, seconds, state, asking, look } = useDeviceCode(continued)
  const renew = () => void made.refetch()
  return (
    <section className="grid grid-cols-1 gap-4 rounded-m border border-line p-4">
      <h2 className="text-[16px] font-[570]">{title}</h2>
      {made.isFetching ? (
        <Skeleton className="mx-auto size-[224px]" />
      ) : made.isError || !code ? (
        <ErrorState onRetry={renew}>{errorText(made.error)}</ErrorState>
      ) : (
        <>
          <div role="status" className="empty:hidden">
            <Said state={state} connected={connected} />
          </div>
          {state === 'asked' && asking ? (
            <LetIn code={code} asking={asking} onAnswered={look} />
          ) : state === 'good' ? (
            <Scan link={phoneLink(location.origin, continued.step, code)} seconds={seconds}>
              {other?.(code)}
            </Scan>
          ) : state === 'allowed' ? null : (
            <Button variant="quiet" onClick={renew}>
              <Trans>Make a new code</Trans>
            </Button>
          )}
        </>
      )}
      <Button variant="text" onClick={onClose}>
        {close}
      </Button>
    </section>
  )
}

function Said({ state, connected }: { state: State; connected: ReactNode }) {
  switch (state) {
    case 'used':
      return <Notice tone="ok">{connected}</Notice>
    case 'expired':
      return (
        <Notice tone="wait">
          <Trans>The code has expired.</Trans>
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="wait">
          <Trans>You did not let the device in. Nothing was opened on it.</Trans>
        </Notice>
      )
    case 'allowed':
      return (
        <Notice>
          <Trans>The device is being connected.</Trans>
        </Notice>
      )
    default:
      return null
  }
}

/** The question of the device that asked. The number distinguishes the own device from another one. */
function LetIn({ code, asking, onAnswered }: { code: string; asking: Asking; onAnswered: () => void }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState<boolean>()
  const [problem, setProblem] = useState<string>()
  const answer = async (isAllowed: boolean) => {
    setBusy(isAllowed)
    setProblem(undefined)
    try {
      await answerDevice(code, isAllowed)
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(undefined)
    onAnswered()
  }
  const { number } = asking
  const name = asking.name || t`An unknown device`
  return (
    <div className="grid grid-cols-1 gap-3 text-center">
      <p>
        <Trans>
          <b>{name}</b> wants to be signed in to your account. Does your other device show this number?
        </Trans>
      </p>
      <p className="font-mono font-semibold tracking-[0.12em]" style={NUMBER} data-testid="device-number">
        {number}
      </p>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <Button busy={busy === true} onClick={() => void answer(true)}>
        <Trans>Yes, let it in</Trans>
      </Button>
      <Button variant="quiet" busy={busy === false} onClick={() => void answer(false)}>
        <Trans>No, refuse it</Trans>
      </Button>
    </div>
  )
}

function Scan({ link, seconds, children }: { link: string; seconds: number; children?: ReactNode }) {
  const { t } = useLingui()
  const left = countdownText(seconds)
  return (
    <>
      <p className="text-muted">
        <Trans>Scan this with your phone’s camera. Then let the phone in here, where you are signed in.</Trans>
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
      {children}
    </>
  )
}

/** A read-only field to copy from. */
const ignore = () => undefined
