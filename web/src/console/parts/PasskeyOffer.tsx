import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { hasPasskeys } from '../../api/hasPasskeys'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { offerPasskey, offerStore } from '../api/offer'
import { go } from '../place'

/** Offers a passkey right after joining, as a second way to sign in. */
export function PasskeyOffer() {
  const offered = useSyncExternalStore(offerStore.subscribe, offerStore.isOffered)
  if (!offered || !hasPasskeys()) return null
  const take = () => {
    offerPasskey(false)
    go('/passkeys')
  }
  return (
    <Card title={<Trans>Add a passkey too</Trans>}>
      <p className="mb-3 text-muted">
        <Trans>
          With a passkey you can sign in from any of your browsers with your fingerprint, your face or your screen lock.
        </Trans>
      </p>
      <div className="-mx-2 -mb-3 flex flex-wrap gap-x-2">
        <Button variant="text" onClick={take}>
          <Trans>To your passkeys</Trans>
        </Button>
        <Button variant="text" onClick={() => offerPasskey(false)}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </Card>
  )
}
