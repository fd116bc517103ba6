import { Trans } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { hasPasskeys } from '../../api/hasPasskeys'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { usePasskeyWords } from './passkeyWords'

/** <PasskeyButton onUse> — confirms with a passkey instead of a code. Hidden in browsers without passkeys. */
export function PasskeyButton({ onUse }: { onUse: () => Promise<void> }) {
  const words = usePasskeyWords()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!hasPasskeys()) return null
  const use = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onUse()
    } catch (error) {
      setProblem(words(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="mt-3 grid gap-3">
      <Button variant="quiet" busy={busy} onClick={() => void use()}>
        <KeyRound size={18} aria-hidden="true" />
        <Trans>Use a passkey</Trans>
      </Button>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
    </div>
  )
}
