import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { client } from '../../api/client'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { checkFile } from './checkFile'
import { saveFile } from '../../ui/saveFile'

// Loaded together with the verification code, because few customers open a receipt.
const VerdictView = lazy(() => import('./VerdictView').then((module) => ({ default: module.VerdictView })))

type ReceiptCardProps = {
  id: string
  reference: string
  /** Link to the page that verifies any receipt. */
  elsewhere: ReactNode
}

/** The receipt of a transaction: downloads, verifies and saves it. */
export default function ReceiptCard({ id, reference, elsewhere }: ReceiptCardProps) {
  const receipt = useMutation({
    mutationFn: async () => {
      const { data } = await client.GET('/api/client/v1/transactions/{id}/receipt', { params: { path: { id } } })
      const file = `${JSON.stringify(data, null, 2)}\n`
      return { file, said: await checkFile(file, id) }
    },
  })
  return (
    <Card title={<Trans>Receipt</Trans>}>
      <div className="grid grid-cols-1 gap-4" aria-live="polite">
        <p className="text-[14px] text-muted">
          <Trans>
            What was recorded about this transaction is in a signed log. A receipt proves it, and anyone can check it
            without us.
          </Trans>
        </p>
        {receipt.isError ? (
          <Notice tone="bad">
            <Trans>The receipt could not be fetched. Try again.</Trans>
          </Notice>
        ) : null}
        {receipt.data ? (
          <Suspense>
            <VerdictView {...receipt.data.said} />
          </Suspense>
        ) : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" busy={receipt.isPending} onClick={() => receipt.mutate()}>
            {receipt.data ? <Trans>Check again</Trans> : <Trans>Get and check</Trans>}
          </Button>
          {receipt.data ? (
            <Button variant="quiet" onClick={() => saveFile(`receipt-${reference}.json`, receipt.data.file)}>
              <Download size={18} aria-hidden="true" />
              <Trans>Save the file</Trans>
            </Button>
          ) : null}
        </div>
        {elsewhere}
      </div>
    </Card>
  )
}
