import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Passkey } from '../../api/passkeys'
import { dayText } from '../../i18n/format'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'

const NAME_CHARS_MAX = 50

type PasskeyRowProps = { passkey: Passkey; busy: boolean; onRename: (name: string) => void; onRemove: () => void }

export function PasskeyRow({ passkey, busy, onRename, onRemove }: PasskeyRowProps) {
  const { t, i18n } = useLingui()
  const [name, setName] = useState<string>()
  const day = (at: string) => dayText(at, i18n.locale, new Date())
  const [created, used] = [day(passkey.created_at), passkey.used_at ? day(passkey.used_at) : undefined]
  const save = (event: FormEvent) => {
    event.preventDefault()
    const next = (name ?? '').trim()
    if (next && next !== passkey.name) onRename(next)
    setName(undefined)
  }
  if (name !== undefined)
    return (
      <li className="py-3">
        <form className="grid gap-2" noValidate onSubmit={save}>
          <TextField label={t`Name`} value={name} onChange={setName} maxLength={NAME_CHARS_MAX} autoFocus />
          <Button type="submit">
            <Trans>Save</Trans>
          </Button>
        </form>
      </li>
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
      <span className="ml-auto flex gap-1">
        <Button variant="text" onClick={() => setName(passkey.name)} aria-label={t`Rename ${passkey.name}`}>
          <Trans>Rename</Trans>
        </Button>
        <Button variant="text" busy={busy} onClick={onRemove} aria-label={t`Remove ${passkey.name}`}>
          <Trans>Remove</Trans>
        </Button>
      </span>
    </li>
  )
}
