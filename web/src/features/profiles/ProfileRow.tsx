import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { dayText } from '../../i18n/format'
import { RenameForm } from '../../domain/RenameForm'
import type { Outcome } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { ProfileName } from './ProfileName'
import type { Profile } from './queries'

export const NAME_CHARS_MAX = 50

type ProfileRowProps = {
  profile: Profile
  isCurrent: boolean
  busy: boolean
  onUse: () => void
  onRename: (name: string) => Promise<Outcome>
  onClose: () => void
  onReopen: () => void
}

/** One profile with its actions. */
export function ProfileRow(props: ProfileRowProps) {
  const { profile, isCurrent, busy, onUse, onRename, onClose, onReopen } = props
  const { t } = useLingui()
  const [renames, setRenames] = useState<'no' | 'now' | 'done'>('no')
  const known = profile.name ?? t`Main profile`
  if (renames === 'now')
    return (
      <RenameForm
        name={profile.name ?? ''}
        charsMax={NAME_CHARS_MAX}
        onRename={onRename}
        onDone={() => setRenames('done')}
      />
    )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="grid min-w-40 flex-1 gap-0.5">
        <span className="font-[570] wrap-anywhere">
          <ProfileName profile={profile} />
        </span>
        <span className="text-[13px] text-muted">
          <Note profile={profile} isCurrent={isCurrent} />
        </span>
      </div>
      <span className="-mr-2 ml-auto flex flex-wrap justify-end gap-1">
        {profile.state === 'closed' ? (
          <Button variant="text" busy={busy} onClick={onReopen} aria-label={t`Open ${known} again`}>
            <Trans>Open again</Trans>
          </Button>
        ) : (
          <>
            {isCurrent ? null : (
              <Button variant="text" onClick={onUse} aria-label={t`Use ${known}`}>
                <Trans>Use</Trans>
              </Button>
            )}
            <Button
              variant="text"
              autoFocus={renames === 'done'}
              onClick={() => setRenames('now')}
              aria-label={t`Rename ${known}`}
            >
              <Trans>Rename</Trans>
            </Button>
            {profile.kind === 'main' || isCurrent ? null : (
              <Button variant="text" busy={busy} onClick={onClose} aria-label={t`Close ${known}`}>
                <Trans>Close</Trans>
              </Button>
            )}
          </>
        )}
      </span>
    </li>
  )
}

function Note({ profile, isCurrent }: { profile: Profile; isCurrent: boolean }) {
  const { i18n } = useLingui()
  if (isCurrent) return <Trans>In use</Trans>
  if (profile.is_unsettled)
    return <Trans>Something has arrived since it was closed. Open it again to deal with it.</Trans>
  if (profile.state === 'closed') return <Trans>Closed. Its history stays.</Trans>
  const created = dayText(profile.created_at, i18n.locale, new Date())
  return <Trans>Created {created}</Trans>
}
