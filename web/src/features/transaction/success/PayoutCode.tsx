import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { errorText } from '../../../api/problemText'
import { Button } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import { Notice } from '../../../ui/Notice'
import { showPayoutCode } from './queries'

/** The code that an order was paid out by. It is asked for by a tap, so that nobody sees it by accident. */
export function PayoutCode({ id, service }: { id: string; service: string }) {
  const { t } = useLingui()
  const asked = useMutation({ mutationFn: () => showPayoutCode(id), gcTime: 0 })
  if (!asked.data) {
    return (
      <div className="grid gap-3">
        {asked.isError ? <Notice tone="bad">{errorText(asked.error)}</Notice> : null}
        <p className="text-center text-[14px] text-muted">
          <Trans>The code is money until it is used. Show it only where nobody else sees your screen.</Trans>
        </p>
        <Button busy={asked.isPending} onClick={() => asked.mutate()}>
          {asked.isPending ? null : <Eye size={18} aria-hidden="true" />}
          <Trans>Show the code</Trans>
        </Button>
      </div>
    )
  }
  const { code } = asked.data
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2 rounded-card bg-surface py-2 pr-1 pl-4">
        <b className="min-w-0 flex-1 font-mono text-[15px] font-[550] wrap-anywhere" data-testid="payout-code">
          {code}
        </b>
        <CopyButton text={code} label={t`Copy the code`} />
      </div>
      <p className="text-center text-[14px] text-muted">
        <Trans>
          Redeem it in {service}. It can be used once, by anyone who has it. If {service} says that it is used, it has
          been redeemed.
        </Trans>
      </p>
      <Button variant="quiet" onClick={() => asked.reset()}>
        <Trans>Hide the code</Trans>
      </Button>
    </div>
  )
}
