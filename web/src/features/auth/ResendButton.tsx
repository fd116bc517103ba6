import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { type Challenge, signInCode } from '../../api/signInCode'
import { Button } from '../../ui/Button'
import type { PendingLogin } from './pendingLogin'
import { resendAfter, secondsToWait } from './resend'
import { Working } from './Working'

type ResendProps = {
  login: PendingLogin
  onResent: (challenge: Challenge) => void
  onProblem: (error: unknown) => void
}

/** Sends another code, after a wait that grows with each code. The code's own expiry is not shown. */
export function ResendButton({ login, onResent, onProblem }: ResendProps) {
  const [now, setNow] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const [working, setWorking] = useState(false)
  const wait = resendAfter(login.sends, login.challenge.resend_after_s)
  const left = secondsToWait(login.sentAt, wait, now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const resend = async () => {
    setBusy(true)
    try {
      onResent(await signInCode.start(login.email, () => setWorking(true)))
    } catch (error) {
      onProblem(error)
    } finally {
      setBusy(false)
      setWorking(false)
    }
  }
  return (
    <>
      <Button variant="text" busy={busy} disabled={left > 0} onClick={() => void resend()}>
        {left > 0 ? <Trans>New code in {left} s</Trans> : <Trans>Send a new code</Trans>}
      </Button>
      <Working on={working} />
    </>
  )
}
