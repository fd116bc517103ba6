import { Trans } from '@lingui/react/macro'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { handOverTo } from '../../api/handOver'
import { Button } from '../../ui/Button'
import { notify } from '../../ui/toast'

/** Opens the app, signed in, in the customer's browser. Offered where the app runs inside another program. */
export default function OpenOutside({ open }: { open: (url: string) => void }) {
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    try {
      open(await handOverTo(location.host, '/cabinet'))
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" busy={busy} onClick={() => void go()}>
      <ExternalLink size={18} aria-hidden="true" />
      <Trans>Open in your browser</Trans>
    </Button>
  )
}
