import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { install, useInstallable } from '../../host/install'
import { ListRow } from '../../ui/ListRow'

/** Installs the app, where the browser offers it. An installed app has no such offer. */
export function InstallRow() {
  if (!useInstallable()) return null
  return (
    <ListRow
      glyph={<Download size={20} strokeWidth={1.75} aria-hidden="true" />}
      title={<Trans>Install the app</Trans>}
      detail={<Trans>It opens like any other app, and faster.</Trans>}
      chevron={false}
      onClick={() => void install().catch(() => undefined)}
    />
  )
}
