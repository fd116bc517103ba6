import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '../api/passkeys'
import { dayText } from '../i18n/format'
import { RenameForm } from './RenameForm'
import type { Outcome } from './useChange'
import { Button } from '../ui/Button'

const NAME_CHARS_MAX = 50

type PasskeyRowProps = {
  passkey: Passkey
  busy: boolean
  onRename: (name: string) => Promise<Outcome>
  onRemove: () => void
}

/** A passkey in the list of its owner, a customer or an operator. */
export function PasskeyRow({ passkey, busy, onRename, onRemove }: PasskeyRowProps) {
  const { t, i18n } = useLingui()
  const [renames, setRenames] = useState<'no' | 'now' | 'done'>('no')
  const day = (at: string) => dayText(at, i18n.locale, new Date())
  const [created, used] = [day(passkey.created_at), passkey.used_at ? day(passkey.used_at) : undefined]
  if (renames === 'now')
    return (
      <RenameForm name={passkey.name} charsMax={NAME_CHARS_MAX} onRename={onRename} onDone={() => setRenames('done')} />
    )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="grid min-w-40 flex-1 gap-0.5">
        <span className="font-[570] wrap-anywhere">{passkey.name}</span>
        <span className="text-[13px] text-muted wrap-anywhere">
          {used ? (
            <Trans>
              Added {created}, used {used}
            </Trans>
          ) : (
            <Trans>Added {created}, not used yet</Trans>
          )}
          {passkey.host === location.hostname ? null : ` · ${passkey.host}`}
        </span>
      </div>
      <span className="-mr-2 ml-auto flex gap-1">
        <Button
          variant="text"
          autoFocus={renames === 'done'}
          onClick={() => setRenames('now')}
          aria-label={t`Rename ${passkey.name}`}
        >
          <Trans>Rename</Trans>
        </Button>
        <Button variant="text" busy={busy} onClick={onRemove} aria-label={t`Remove ${passkey.name}`}>
          <Trans>Remove</Trans>
        </Button>
      </span>
    </li>
  )
}
