import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'

/** The payment link contains an amount; the customer decides whether to use it. */
export function LinkAmount({ asked, onUse }: { asked: string; onUse: () => void }) {
  const use = (
    <Button variant="text" onClick={onUse}>
      <Trans>Use this amount</Trans>
    </Button>
  )
  return (
    <Notice action={use}>
      <Trans>The link asks for {asked}.</Trans>
    </Notice>
  )
}
