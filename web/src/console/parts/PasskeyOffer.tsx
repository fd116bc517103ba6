import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { hasPasskeys } from '../../api/hasPasskeys'
import { Button } from '../../ui/Button'
import { offerPasskey, offerStore } from '../api/offer'
import { go } from '../place'

/** Offers a passkey right after joining, as a second way to sign in: one quiet line that can be dismissed. */
export function PasskeyOffer() {
  const { t } = useLingui()
  const offered = useSyncExternalStore(offerStore.subscribe, offerStore.isOffered)
  if (!offered || !hasPasskeys()) return null
  const take = () => {
    offerPasskey(false)
    go('/passkeys')
  }
  return (
    <p className="-my-1 flex flex-wrap items-center gap-x-1 text-muted">
      <KeyRound size={16} aria-hidden="true" className="mr-1.5" />
      <Trans>Add a passkey too</Trans>
      <Button variant="text" onClick={take}>
        <Trans>To your passkeys</Trans>
      </Button>
      <button
        type="button"
        aria-label={t`Not now`}
        className="ml-auto grid size-11 place-items-center rounded-full hover:text-text"
        onClick={() => offerPasskey(false)}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </p>
  )
}
