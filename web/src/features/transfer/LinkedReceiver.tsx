import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button'
import { recipientQuery } from './queries'

type LinkedReceiverProps = { code: string; problem: string | undefined; onOther: () => void }

/** The receiver of a payment link, in place of the contact field. */
export function LinkedReceiver({ code, problem, onOther }: LinkedReceiverProps) {
  const found = useQuery(recipientQuery(code))
  return (
    <div className="grid gap-1.5">
      <div className="flex min-h-[70px] items-center justify-between gap-3 rounded-m bg-sunken px-4 py-2.5">
        <div className="min-w-0">
          <p className="text-[13px] text-muted">
            <Trans>Asked for by</Trans>
          </p>
          <p className="font-medium wrap-anywhere">{found.data?.name ?? '…'}</p>
        </div>
        <Button variant="text" onClick={onOther}>
          <Trans>Somebody else</Trans>
        </Button>
      </div>
      {problem || found.error ? (
        <p role="alert" className="px-4 text-[13px] text-bad">
          {problem ?? <Trans>This link leads to nobody here. Ask for a new one.</Trans>}
        </p>
      ) : null}
    </div>
  )
}
