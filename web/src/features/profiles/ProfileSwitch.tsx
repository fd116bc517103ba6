import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { chooseProfile } from '../../api/chosenProfile'
import { tokens } from '../../api/tokens'
import { Loaded } from '../../domain/QueryCard'
import { Dialog } from '../../ui/Dialog'
import { ProfileName } from './ProfileName'
import { type Profile, profilesQuery } from './queries'

const ROW = 'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left font-medium hover:bg-sunken'

type ProfileSwitchProps = {
  /** The page to load after a switch. */
  home: string
  manage: (words: ReactNode, close: () => void) => ReactNode
}

/**
 * Shows the active profile and switches to another. `manage` links to the page of profiles. If the profiles cannot be
 * loaded, it stays visible and shows the error when opened.
 */
export default function ProfileSwitch({ home, manage }: ProfileSwitchProps) {
  const [open, setOpen] = useState(false)
  const asked = useQuery(profilesQuery)
  const current = asked.data?.data.find((one) => one.id === tokens.profile())
  const close = () => setOpen(false)
  return (
    <div className="mb-2 flex justify-end">
      <button
        type="button"
        aria-haspopup="dialog"
        className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-control px-2 text-[14px] font-[550] text-muted hover:text-text"
        onClick={() => setOpen(true)}
      >
        <span className={current ? 'sr-only' : undefined}>
          <Trans>Profile</Trans>
        </span>
        {current ? (
          <span className="truncate">
            <ProfileName profile={current} />
          </span>
        ) : null}
        <ChevronDown size={16} aria-hidden="true" className="shrink-0" />
      </button>
      <Dialog open={open} onClose={close} title={<Trans>Choose a profile</Trans>}>
        <Loaded asked={asked} rows={2}>
          {({ data }) => <Choice profiles={data} onChoose={(id) => (id ? chooseProfile(id, home) : close())} />}
        </Loaded>
        <div className="mt-4">{manage(<Trans>Manage profiles</Trans>, close)}</div>
      </Dialog>
    </div>
  )
}

/** The open profiles. Selecting the active one changes nothing. */
function Choice({ profiles, onChoose }: { profiles: readonly Profile[]; onChoose: (id: string | undefined) => void }) {
  const open = profiles.filter((one) => one.state === 'open')
  return (
    <ul className="grid gap-1">
      {open.map((one) => {
        const isCurrent = one.id === tokens.profile()
        return (
          <li key={one.id}>
            <button
              type="button"
              className={ROW}
              aria-current={isCurrent ? 'true' : undefined}
              onClick={() => onChoose(isCurrent ? undefined : one.id)}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <ProfileName profile={one} />
              </span>
              {isCurrent ? <Check size={18} aria-hidden="true" className="shrink-0 text-brand" /> : null}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
