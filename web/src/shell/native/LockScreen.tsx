import { Trans, useLingui } from '@lingui/react/macro'
import { Fingerprint } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { signOut } from '../../api/session'
import type { BiometryResult } from '../../host/native/contract'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { Brand } from '../Brand'
import { leaveLock, unlock } from './lock'

/** A modal dialog has a size and a margin of its own. */
const WHOLE_SCREEN = { width: '100vw', height: '100dvh', maxWidth: 'none', maxHeight: 'none', margin: 0, border: 0 }

/** Covers the whole app until the person proves who they are, or signs out. */
export function LockScreen() {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<BiometryResult>()
  const ask = async () => {
    setBusy(true)
    setResult(await unlock(t`Unlock the app`))
    setBusy(false)
  }
  const askAtOnce = useEffectEvent(() => void ask())
  useEffect(() => {
    // A modal dialog hides the page behind it from the keyboard and from screen readers.
    dialog.current?.showModal()
    askAtOnce()
  }, [])
  const leave = async () => {
    await signOut()
    leaveLock()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="lock-title"
      onCancel={(event) => event.preventDefault()}
      className="grid place-items-center bg-bg p-6 text-text"
      style={WHOLE_SCREEN}
    >
      <div className="grid w-full max-w-80 justify-items-center gap-5 text-center">
        <Brand />
        <span aria-hidden="true" className="grid size-16 place-items-center rounded-full bg-brand-soft text-brand">
          <Fingerprint size={32} strokeWidth={1.75} />
        </span>
        <h1 id="lock-title" className="text-[20px]">
          <Trans>The app is locked</Trans>
        </h1>
        <div role="status" className="w-full empty:hidden">
          {result && result !== 'ok' && result !== 'cancelled' ? <Refused result={result} /> : null}
        </div>
        <div className="grid w-full gap-2">
          <Button busy={busy} onClick={() => void ask()}>
            <Trans>Unlock</Trans>
          </Button>
          <Button variant="text" className="justify-self-center" onClick={() => void leave()}>
            <Trans>Sign out</Trans>
          </Button>
        </div>
      </div>
    </dialog>
  )
}

function Refused({ result }: { result: 'failed' | 'unavailable' }) {
  return (
    <Notice tone="wait">
      {result === 'failed' ? (
        <Trans>It was not recognised. Try again, or sign out and sign in again.</Trans>
      ) : (
        <Trans>
          This device has no fingerprint, face or code set up any more. Sign out and sign in with your email.
        </Trans>
      )}
    </Notice>
  )
}
