import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { host } from '../../host/adapter'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/States'

/** The app is older than the server accepts. `meta` is of the server's answer. */
export default function UpdateRequired({ meta }: { meta: Record<string, unknown> }) {
  const { store_url: store } = meta
  const open = host.outside
  return (
    <EmptyState
      art="lost"
      title={<Trans>Update the app</Trans>}
      action={
        typeof store === 'string' && open ? (
          <Button onClick={() => open(store)}>
            <Download size={18} aria-hidden="true" />
            <Trans>Open the store</Trans>
          </Button>
        ) : null
      }
    >
      <Trans>This version no longer works with our service. Your money is safe, and nothing is lost.</Trans>
    </EmptyState>
  )
}
