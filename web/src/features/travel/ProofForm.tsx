import { Trans, useLingui } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { timeText } from '../../i18n/format'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { ErrorState } from '../../ui/States'
import { TextField } from '../../ui/TextField'
import { HowToSign } from './HowToSign'
import { askMessage, proveWallet, type WalletMessage, walletsQuery } from './queries'

type ProofFormProps = {
  wallet: string
  payway: string
  onDirty: () => void
  onDone: () => void
  /** Back to the questions. */
  onBack: () => void
}

const isConflict = (error: unknown) => isApiError(error) && error.status === 409

/** Whether the wallet is verified after all: by an attempt with a lost response, or elsewhere. */
async function isProved(queries: QueryClient, wallet: string): Promise<boolean> {
  const all = await queries.fetchQuery({ ...walletsQuery, staleTime: 0 }).catch(() => [])
  return all.some((one) => one.id === wallet && !one.needs_proof)
}

/** Proves ownership of a self-hosted wallet with a message signed by its key. */
export function ProofForm({ wallet, payway, onDirty, onDone, onBack }: ProofFormProps) {
  const [asked, setAsked] = useState<WalletMessage>()
  const [failed, setFailed] = useState<unknown>()
  const queries = useQueryClient()
  const begin = () =>
    askMessage(wallet).then(setAsked, async (error: unknown) => {
      if (isConflict(error) && (await isProved(queries, wallet))) onDone()
      else setFailed(error)
    })
  const ask = () => {
    setFailed(undefined)
    setAsked(undefined)
    void begin()
  }
  // Each request creates a new message and invalidates the last, so it runs once even if React repeats the effect.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void begin()
  })
  const change = (
    <Button variant="text" className="justify-self-center" onClick={onBack}>
      <Trans>It is not my own wallet</Trans>
    </Button>
  )
  if (failed) return <ErrorState onRetry={ask}>{errorText(failed)}</ErrorState>
  if (!asked) return <Skeleton className="h-80" />
  return (
    <>
      <SignForm
        key={asked.message}
        wallet={wallet}
        payway={payway}
        asked={asked}
        onDirty={onDirty}
        onDone={onDone}
        onAgain={ask}
      />
      {change}
    </>
  )
}

type SignFormProps = Omit<ProofFormProps, 'onBack'> & { asked: WalletMessage; onAgain: () => void }

function SignForm({ wallet, payway, asked, onDirty, onDone, onAgain }: SignFormProps) {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const [signature, setSignature] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const until = timeText(asked.expires_at, i18n.locale)
  const prove = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await proveWallet(wallet, signature.trim())
      void queries.invalidateQueries({ queryKey: walletsQuery.queryKey })
      onDone()
    } catch (error) {
      if (isConflict(error) && (await isProved(queries, wallet))) return onDone()
      setProblem(error)
      setBusy(false)
    }
  }
  const wrong = isApiError(problem) && problem.code === 'VALIDATION_ERROR'
  const over = isConflict(problem)
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void prove()
      }}
    >
      <p className="text-muted">
        <Trans>Prove that this wallet is yours: sign a message with its key. It is free and moves no coins.</Trans>
      </p>
      <ol className="grid list-decimal gap-5 pl-5">
        <li>
          <div className="flex items-center justify-between gap-2">
            <span>
              <Trans>Copy this message.</Trans>
            </span>
            <CopyButton text={asked.message} label={t`Copy the message`} />
          </div>
          <p className="rounded-m bg-sunken px-4 py-3 font-mono text-[13px] break-all whitespace-pre-wrap">
            {asked.message}
          </p>
          <p className="mt-1 text-[13px] text-muted">
            <Trans>It is valid until {until}.</Trans>
          </p>
        </li>
        <li>
          <HowToSign method={asked.method} payway={payway} />
        </li>
        <li>
          <p className="mb-2">
            <Trans>Paste the signature that the wallet gives you.</Trans>
          </p>
          <TextField
            label={t`Signature`}
            mono
            value={signature}
            onChange={(text) => {
              setSignature(text)
              setProblem(undefined)
              onDirty()
            }}
            maxLength={256}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={
              wrong
                ? t`This signature does not match. Sign exactly this message with the key of exactly this address.`
                : undefined
            }
          />
        </li>
      </ol>
      {over ? (
        <Notice
          tone="bad"
          action={
            <Button variant="text" className="justify-self-start px-0" onClick={onAgain}>
              <Trans>Get a new message</Trans>
            </Button>
          }
        >
          <Trans>This message has expired, or there were too many attempts.</Trans>
        </Notice>
      ) : null}
      {problem && !wrong && !over ? <Notice tone="bad">{errorText(problem)}</Notice> : null}
      <Button type="submit" busy={busy} disabledReason={signature.trim() ? undefined : t`Paste the signature first`}>
        <Trans>Prove and go on</Trans>
      </Button>
    </form>
  )
}
