import { Trans, useLingui } from '@lingui/react/macro'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { NativeLock } from '../../host/adapter'
import { SwitchRow } from '../../ui/SwitchRow'
import { notify } from '../../ui/toast'

/** Turns the lock of the native app on or off, by a proof of the person. */
export function LockRow({ lock }: { lock: NativeLock }) {
  const { t } = useLingui()
  const [isOn, setOn] = useState(lock.isOn)
  const change = async (next: boolean) => {
    const reason = next ? t`Lock the app with this` : t`Turn the lock off`
    if (await lock.set(next, reason)) setOn(next)
    else notify.warning(t`You were not recognised. Nothing has changed.`)
  }
  return (
    <SwitchRow
      glyph={<Fingerprint size={20} strokeWidth={1.75} aria-hidden="true" />}
      label={<Trans>Lock the app</Trans>}
      detail={<Trans>Open it with your fingerprint, face or the code of the device</Trans>}
      checked={isOn}
      onChange={(next) => void change(next)}
    />
  )
}
