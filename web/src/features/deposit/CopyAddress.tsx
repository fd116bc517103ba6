import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy, Share2 } from 'lucide-react'
import { Button } from '../../ui/Button'
import { useCopy } from '../../ui/useCopy'

/** Copies the address, or hands it to the device's share sheet, if there is one. */
export function CopyAddress({ address }: { address: string }) {
  const { t } = useLingui()
  const { state, copy } = useCopy(address)
  // Closing the share sheet is not an error.
  const share = () => navigator.share({ text: address }).catch(() => undefined)
  return (
    <div className="mt-2 grid gap-1">
      <div className="flex flex-wrap gap-2">
        <Button small className="flex-1" onClick={copy}>
          {state === 'copied' ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
          <Trans>Copy address</Trans>
        </Button>
        {typeof navigator.share === 'function' ? (
          <Button small variant="quiet" aria-label={t`Share the address`} onClick={() => void share()}>
            <Share2 size={18} aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      <p role="status" className={state === 'failed' ? 'text-[13px] text-bad' : 'sr-only'}>
        {{ idle: '', copied: t`Copied`, failed: t`Could not copy` }[state]}
      </p>
    </div>
  )
}
