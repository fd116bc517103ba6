import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { OtpInput } from '../../ui/OtpInput'
import { QrCode } from '../../ui/QrCode'
import { Skeleton } from '../../ui/Skeleton'
import { ErrorState } from '../../ui/States'
import { beginTotp, confirmTotp } from './queries'
import { RecoveryCodes } from './RecoveryCodes'

type Seed = Awaited<ReturnType<typeof beginTotp>>

/** Sets up an authenticator app: the seed as QR code and text, then the first code. */
export function TotpSetup({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [seed, setSeed] = useState<Seed>()
  const [failed, setFailed] = useState<unknown>()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [codes, setCodes] = useState<readonly string[]>()

  const begin = () => {
    setFailed(undefined)
    beginTotp().then(setSeed, setFailed)
  }
  // Each request creates a new seed and discards the last, so it runs once even if React repeats the effect.
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    beginTotp().then(setSeed, setFailed)
  }, [])

  const check = async (typed: string) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const made = await confirmTotp(typed)
      await queries.invalidateQueries({ queryKey: ['two-factor'] })
      if (made.length > 0) setCodes(made)
      else onDone()
    } catch (error) {
      const wrong = isApiError(error) && error.code === 'AUTH_2FA_INVALID'
      setProblem(wrong ? t`The code is incorrect. Check that your phone’s clock is right.` : errorText(error))
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (failed)
    return (
      <Card>
        <ErrorState onRetry={begin}>{errorText(failed)}</ErrorState>
      </Card>
    )
  return (
    <Card>
      <ol className="grid list-decimal gap-5 pl-5">
        <li>
          <p className="mb-3">
            <Trans>Scan this with your authenticator app, or enter the key in it.</Trans>
          </p>
          <div className="grid justify-items-center gap-3">
            <div className="rounded-m bg-white p-2">
              {seed ? (
                <QrCode text={seed.uri} label={t`QR code for your authenticator app`} />
              ) : (
                <Skeleton className="size-46" />
              )}
            </div>
            {seed ? (
              <div className="flex items-center gap-1">
                <span className="font-mono text-[14px] break-all">{seed.secret.replace(/(.{4})/g, '$1 ').trim()}</span>
                <CopyButton text={seed.secret} label={t`Copy the key`} />
              </div>
            ) : null}
          </div>
        </li>
        <li>
          <p className="mb-3">
            <Trans>Enter the code that the app shows.</Trans>
          </p>
          <form
            className="grid gap-4"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void check(code)
            }}
          >
            <OtpInput
              label={t`Code from your authenticator app`}
              value={code}
              onChange={(text) => {
                setCode(text)
                if (text) setProblem(undefined)
              }}
              onComplete={(text) => void check(text)}
              error={problem}
              busy={busy}
            />
            <Button type="submit" busy={busy} disabled={!seed}>
              <Trans>Turn on</Trans>
            </Button>
          </form>
        </li>
      </ol>
    </Card>
  )
}
