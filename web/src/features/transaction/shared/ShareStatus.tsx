import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import { Dialog } from '../../../ui/Dialog'
import { Notice } from '../../../ui/Notice'
import { QrCode } from '../../../ui/QrCode'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { statusUrl } from './link'
import { statusLinkQuery, withdrawStatusLink } from './queries'

/** Shares the status of an order by a secret link. */
export default function ShareStatus({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Share2 size={18} aria-hidden="true" />
        <Trans>Share status</Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={<Trans>Share status</Trans>}>
        {open ? <ShareLink id={id} onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  )
}

function ShareLink({ id, onDone }: { id: string; onDone: () => void }) {
  const { t, i18n } = useLingui()
  const link = useQuery(statusLinkQuery(id))
  const withdrawal = useMutation({ mutationFn: () => withdrawStatusLink(id) })
  if (withdrawal.isSuccess) {
    return (
      <div className="grid gap-4">
        <Notice tone="ok">
          <Trans>The link no longer works.</Trans>
        </Notice>
        <Button variant="quiet" onClick={onDone}>
          <Trans>Close</Trans>
        </Button>
      </div>
    )
  }
  if (link.isError) {
    return (
      <ErrorState title={<Trans>The link could not be made</Trans>} onRetry={() => void link.refetch()}>
        <Trans>Check the connection and try again.</Trans>
      </ErrorState>
    )
  }
  if (!link.data) return <Skeleton className="h-[420px]" />
  const url = statusUrl(location.origin, link.data.token)
  const until = i18n.date(link.data.expires_at, { day: 'numeric', month: 'long', year: 'numeric' })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-[14px] text-muted">
        <Trans>
          Anyone with this link sees the amounts and the steps of this order, without signing in. It shows no names,
          accounts or balances.
        </Trans>
      </p>
      <div className="justify-self-center rounded-m bg-white p-3">
        <QrCode text={url} label={t`QR code of the link`} size={184} />
      </div>
      <div className="flex items-center gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
        <span className="min-w-0 flex-1 truncate font-mono text-[13px]" data-testid="status-link">
          {url}
        </span>
        <CopyButton text={url} label={t`Copy the link`} />
      </div>
      <p className="text-center text-[13px] text-muted">
        <Trans>It works until {until}, or until you withdraw it.</Trans>
      </p>
      {withdrawal.isError ? (
        <Notice tone="bad">
          <Trans>The link could not be withdrawn. Try again.</Trans>
        </Notice>
      ) : null}
      <SystemShare url={url} />
      <Button variant="danger" busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
        <Trans>Withdraw the link</Trans>
      </Button>
    </div>
  )
}

/** The device's share sheet, if there is one. */
function SystemShare({ url }: { url: string }) {
  const { t } = useLingui()
  if (typeof navigator.share !== 'function') return null
  // Closing the share sheet is not an error.
  const share = () => navigator.share({ title: t`Status of an order`, url }).catch(() => undefined)
  return (
    <Button onClick={() => void share()}>
      <Share2 size={18} aria-hidden="true" />
      <Trans>Share</Trans>
    </Button>
  )
}
