import { Trans, useLingui } from '@lingui/react/macro'
import { Download, X } from 'lucide-react'
import { config } from '../../../host/config'
import { declineInstall, install, useInstallable } from '../../../host/install'
import { Button } from '../../../ui/Button'

/** Offers to install the app, where the browser can. It stays away once declined. */
export function InstallHint() {
  const { t } = useLingui()
  const { name } = config.tenant
  if (!useInstallable()) return null
  return (
    <aside
      aria-label={t`Install the app`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-surface py-3 pr-2 pl-[18px] shadow-(--e1)"
    >
      <p className="min-w-48 flex-1">
        <b className="t-row block">
          <Trans>{name} on your home screen</Trans>
        </b>
        <span className="t-cap text-muted">
          <Trans>It opens like any other app, and faster.</Trans>
        </span>
      </p>
      <div className="ml-auto flex items-center gap-1">
        <Button small variant="quiet" onClick={() => void install().catch(() => undefined)}>
          <Download size={18} aria-hidden="true" />
          <Trans>Install</Trans>
        </Button>
        <button
          type="button"
          aria-label={t`Do not offer this again`}
          className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken"
          onClick={declineInstall}
        >
          <X size={18} aria-hidden="true" />
        </button>
      </div>
    </aside>
  )
}
