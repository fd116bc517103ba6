import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { host } from '../../host/adapter'
import { config } from '../../host/config'
import { lazyLater } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'
import { Button } from '../../ui/Button'
import { signOutHere } from './signOutHere'

const OpenOutside = lazyLater(() => import('../../features/account/OpenOutside'), seldomWords)

const LINK = 'inline-flex min-h-11 items-center text-[14px] font-semibold text-brand hover:text-brand-pressed'

/** The links to help and terms, signing out, and the version. */
export function ProfileFoot() {
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void signOutHere()
  }
  return (
    <footer className="grid gap-3">
      {host.outside ? (
        <Suspense fallback={null}>
          <OpenOutside open={host.outside} />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-5 px-1.5">
        <Link to="/support" className={LINK}>
          <Trans>Support</Trans>
        </Link>
        <Link to="/profile/$page" params={{ page: 'terms' }} className={LINK}>
          <Trans>Terms of use</Trans>
        </Link>
        <Button variant="text" className="-mr-2 ml-auto text-bad! hover:text-bad!" busy={busy} onClick={leave}>
          <LogOut size={18} aria-hidden="true" />
          <Trans>Sign out</Trans>
        </Button>
      </div>
      <p className="px-1.5 text-[13px] text-faint">
        <Trans>Version {config.version}</Trans>
      </p>
    </footer>
  )
}
