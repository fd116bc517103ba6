import { Trans } from '@lingui/react/macro'

/** The line between the wallets and the card form. */
export function OrByCard() {
  return (
    <p className="flex items-center gap-3 text-[13px] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <Trans>or by card</Trans>
    </p>
  )
}
