import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorText } from '../../api/problemText'
import { config } from '../../host/config'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { SkeletonRows } from '../../ui/Skeleton'
import { StaleNote } from '../../ui/StaleNote'
import { EmptyState, ErrorState } from '../../ui/States'
import { saveFile } from '../../ui/saveFile'
import { ProofView } from './ProofView'
import { proofQuery, publishNow } from './queries'

/** Verifies in the browser that the customer's balances are part of the published liabilities. */
export function ProofPage() {
  const proof = useQuery(proofQuery)
  const publish = useMutation({ mutationFn: publishNow, onSuccess: () => proof.refetch() })
  const { data } = proof
  const sandbox = config.sandbox ? (
    <Button variant="quiet" busy={publish.isPending} onClick={() => publish.mutate()}>
      <Trans>Publish now (sandbox)</Trans>
    </Button>
  ) : null
  return (
    <Page title={<Trans>Proof of balances</Trans>}>
      <div className="grid grid-cols-1 gap-5" aria-live="polite">
        <p className="text-muted">
          <Trans>
            Once a day we publish what we owe to all customers together, and what we hold to cover it. Your browser
            checks here that your own balances are in that total. No one else learns them.
          </Trans>
        </p>
        {proof.isPending ? <SkeletonRows /> : null}
        {proof.isError && !data ? (
          <ErrorState onRetry={() => void proof.refetch()}>{errorText(proof.error)}</ErrorState>
        ) : null}
        {proof.isError && data ? <StaleNote onRetry={() => void proof.refetch()} /> : null}
        {publish.isError ? <Notice tone="bad">{errorText(publish.error)}</Notice> : null}
        {data === null ? (
          <Card>
            <EmptyState art="scale" title={<Trans>Nothing is published yet</Trans>} action={sandbox}>
              <Trans>The first publication comes within a day. Look again then.</Trans>
            </EmptyState>
          </Card>
        ) : null}
        {data ? (
          <Columns
            side={
              <Card>
                <div className="grid grid-cols-1 gap-3">
                  <Button variant="quiet" busy={proof.isFetching} onClick={() => void proof.refetch()}>
                    <Trans>Check again</Trans>
                  </Button>
                  <Button variant="quiet" onClick={() => saveFile('proof-of-balances.json', data.file)}>
                    <Download size={18} aria-hidden="true" />
                    <Trans>Save the file</Trans>
                  </Button>
                  {sandbox}
                </div>
              </Card>
            }
          >
            <ProofView {...data} />
          </Columns>
        ) : null}
      </div>
    </Page>
  )
}
